"""Where the stand-alone app starts."""

import sys

from modelspan.__main__ import main

sys.exit(main())
