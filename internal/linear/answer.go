package linear

import (
	"cmp"
	"encoding/json"
	"strings"
)

type answer struct {
	Data struct {
		Put *struct {
			Success bool `json:"success"`
			Comment struct {
				ID  string `json:"id"`
				URL string `json:"url"`
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

func (s *session) read(status int, body []byte) (Result, *Error) {
	var a answer
	_ = json.Unmarshal(body, &a) // one bad field does not hide the others
	switch {
	case status >= 300 && status < 400: // the new address is not printed: it may contain the request
		e := &Error{Cause: hostOf(s.URL) + " redirects to another address, but mdck does not follow redirects"}
		e.add("", status)
		return Result{}, e
	case status == 200 && s.wrote(&a):
		return Result{ID: s.comment.ID, URL: a.Data.Put.Comment.URL}, nil // the errors are about other fields
	case len(a.Errors) > 0:
		return Result{}, s.refusal(status, a.Errors[0])
	}
	return Result{}, unreadable(status)
}

func (s *session) wrote(a *answer) bool {
	return a.Data.Put != nil && a.Data.Put.Success && strings.EqualFold(a.Data.Put.Comment.ID, s.comment.ID)
}

func unreadable(status int) *Error {
	e := &Error{}
	if e.byStatus(status, ""); e.Cause == "" {
		e.Cause, e.Unsure = "Linear sent an answer that does not confirm the comment", true
	}
	e.add("", status)
	return e
}
