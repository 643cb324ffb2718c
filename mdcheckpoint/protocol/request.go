package protocol

import "fmt"

// A RequestError is the error of a change that makes no sense or, if Refused is true, is refused.
// Hint has the remedies, one per line, or is "".
type RequestError struct {
	Reason, Hint string // the hint can contain TargetWord for the checkpoint
	Refused      bool
	Path         string // file that Reason is about, with slashes; "" if Reason names the file
	Missing      string // missing file, which a backup may have, with slashes, or ""
	Err          error  // the cause; if Reason is "", Err is the message
}

func (e *RequestError) Error() string {
	if e.Reason == "" && e.Err != nil {
		return e.Err.Error()
	}
	return e.Reason
}

func (e *RequestError) Unwrap() error { return e.Err }

//go:noinline
func BadRequest(hint, format string, args ...any) error {
	return &RequestError{Reason: fmt.Sprintf(format, args...), Hint: hint}
}

//go:noinline
func Refusal(hint, format string, args ...any) error {
	return &RequestError{Reason: fmt.Sprintf(format, args...), Hint: hint, Refused: true}
}
