package patience

// A LeftError says that a lock which was held to the end could not be taken away. It names
// a process that will be gone, so the next one who wants it breaks it. Its text is that of
// the failure.
type LeftError struct{ Err error }

func (e *LeftError) Error() string { return e.Err.Error() }
func (e *LeftError) Unwrap() error { return e.Err }
