package report

import "errors"

// Errors returns the errors that [errors.Join] combined in err, at any depth.
func Errors(err error) []error {
	if err == nil {
		return nil
	}
	list, ok := err.(interface{ Unwrap() []error })
	if !ok || errors.Join(list.Unwrap()...).Error() != err.Error() {
		return []error{err}
	}
	var all []error
	for _, e := range list.Unwrap() {
		all = append(all, Errors(e)...)
	}
	return all
}
