package safefile

import (
	"errors"

	"mdck/internal/safefile/faults"
)

type unflushed = faults.Unflushed

// noSwap cannot exchange names.
type noSwap struct{ unflushed }

func (noSwap) Swap(string, string) error { return errors.ErrUnsupported }
