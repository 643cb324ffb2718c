package protocol

import "fmt"

// A RequestError says why a change makes no sense or, if it is Refused, why a change that
// could be made is not. Hint is what to do instead; "" if nothing is known to help.
type RequestError struct {
	Reason, Hint string
	Refused      bool
}

func (e *RequestError) Error() string { return e.Reason }

// BadRequest returns the error of a change that makes no sense.
func BadRequest(hint, format string, args ...any) error {
	return &RequestError{Reason: fmt.Sprintf(format, args...), Hint: hint}
}

// Refusal returns the error of a change that is refused.
func Refusal(hint, format string, args ...any) error {
	return &RequestError{Reason: fmt.Sprintf(format, args...), Hint: hint, Refused: true}
}
