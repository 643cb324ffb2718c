package safefile

import "mdck/internal/safefile/faults"

type unflushed = faults.Unflushed
