package linear

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

type answer struct {
	Data struct {
		Put *struct {
			Success bool `json:"success"`
			Comment struct {
				ID    string `json:"id"`
				URL   string `json:"url"`
				Issue *struct {
					Identifier string `json:"identifier"`
				} `json:"issue"`
			} `json:"comment"`
		} `json:"put"`
	} `json:"data"`
	Errors []graphError `json:"errors"`
}

type graphError struct {
	Message    string `json:"message"`
	Extensions struct {
		Type    string `json:"type"`
		Code    string `json:"code"`
		Message string `json:"userPresentableMessage"`
	} `json:"extensions"`
}

func (g graphError) text() string { return cmp.Or(g.Extensions.Message, g.Message) }

func (s *session) read(got answered) (Result, *Error) {
	a, err := decode(got.body)
	switch code := got.status; {
	case code >= 300 && code < 400: // omit the address, because it may repeat what was sent
		e := &Error{Cause: hostOf(s.URL) + " redirects to another address, which mdck does not follow"}
		e.add("", code)
		return Result{}, e
	case len(got.body) > maxAnswer:
		return Result{}, tooLong(code)
	case err != nil:
		return Result{}, unreadable(code, s.form(got.kind, err))
	case code == 200 && s.wrote(&a):
		return s.result(&a), nil // the errors are about other fields
	case len(a.Errors) > 0:
		return Result{}, s.refusal(code, a.Errors[0]) // the first error has the reason
	case code != 200:
		return Result{}, unreadable(code, "an answer without a reason")
	}
	return Result{}, unreadable(got.status, "an answer that does not confirm the comment")
}

func (s *session) wrote(a *answer) bool {
	return a.Data.Put != nil && a.Data.Put.Success && strings.EqualFold(a.Data.Put.Comment.ID, s.comment.ID)
}

func (s *session) result(a *answer) Result {
	result := Result{ID: s.comment.ID, URL: a.Data.Put.Comment.URL}
	if issue := a.Data.Put.Comment.Issue; issue != nil {
		result.Issue = issue.Identifier
	}
	return result
}

// decode decodes JSON. It ignores a field of an unexpected type if the answer contains an error.
func decode(text []byte) (answer, error) {
	var a answer
	err := json.Unmarshal(text, &a)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && len(a.Errors) > 0 {
		err = nil
	}
	return a, err
}

func (s *session) form(kind string, err error) string {
	kind, _, _ = strings.Cut(kind, ";")
	if kind != "" && !strings.EqualFold(kind, "application/json") {
		return fmt.Sprintf("%s instead of JSON", s.Key.scrub(kind))
	}
	return "JSON that cannot be read, " + s.Key.scrub(err.Error())
}

func tooLong(status int) *Error {
	return unreadable(status, fmt.Sprintf("an answer of more than %d bytes", maxAnswer))
}

func unreadable(status int, what string) *Error {
	e := &Error{}
	e.byStatus(status, "")
	switch {
	case e.Cause == "":
		e.Cause, e.Unsure = "Linear sent "+what, true
	case e.Unsure:
		e.Cause += ": it sent " + what
	}
	e.add("", status)
	return e
}
