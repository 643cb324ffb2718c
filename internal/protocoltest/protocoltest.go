// Package protocoltest contains helpers for the tests of several protocols.
package protocoltest

import (
	"errors"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// Equal reports an error if got differs from want.
func Equal(t testing.TB, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s is\n%s\nwant\n%s", what, Visible(got), Visible(want))
	}
}

// Visible replaces each carriage return in text by a visible sign.
func Visible(text string) string { return strings.ReplaceAll(text, "\r", "␍") }

// Marked removes the marks «…» from text and returns the span between them.
func Marked(t testing.TB, text string) (string, source.Span) {
	t.Helper()
	before, rest, ok := strings.Cut(text, "«")
	inside, after, closed := strings.Cut(rest, "»")
	if !ok || !closed {
		t.Fatalf("no «…» in %q", text)
	}
	return before + inside + after, source.Span{Start: len(before), End: len(before) + len(inside)}
}

// Apply applies the edits that a call returned.
func Apply(t testing.TB, text string, edits []source.Edit, err error) string {
	t.Helper()
	after := text
	if err == nil {
		after, err = source.Apply(text, edits)
	}
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// Refusal checks that err means that nothing was changed: a request error or an error in a file.
func Refusal(t testing.TB, err error) {
	t.Helper()
	request, isRequest := errors.AsType[*protocol.RequestError](err)
	_, ofFile := errors.AsType[*source.Error](err)
	if !isRequest && !ofFile || isRequest && (request.Reason == "" || strings.HasSuffix(request.Reason, ".")) {
		t.Errorf("refused with %T: %v", err, err)
	}
}

// A Style is a way to rewrite a text.
type Style struct {
	Name string
	Of   func(string) string
}

// Replacing returns the style that replaces old by other.
func Replacing(name, old, other string) Style {
	return Style{name, func(s string) string { return strings.ReplaceAll(s, old, other) }}
}

// Styles returns the styles for any text, and more.
func Styles(more ...Style) []Style {
	return append([]Style{
		{"plain", func(s string) string { return s }},
		Replacing("crlf", "\n", "\r\n"),
		{"bom", func(s string) string { return "\ufeff" + s }},
		{"no final newline", func(s string) string { return strings.TrimSuffix(s, "\n") }},
	}, more...)
}
