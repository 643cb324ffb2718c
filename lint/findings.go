package lint

import (
	"fmt"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// Shorten cuts text to at most 60 characters and an ellipsis.
func Shorten(text string) string { return spelling.Shorten(text, 60) }

// SyntaxFindings returns the finding about a JSON syntax error, unless an any/ rule reports it.
func (c *Checkpoint) SyntaxFindings(path string) []Finding {
	err, file := c.Faults[path], c.Files[path]
	if err == nil || file == nil || Unusable(err) || len(checkConflictMarker(&Unit{File: file})) > 0 {
		return nil
	}
	message := err.Error()
	if _, after, ok := strings.Cut(message, path+":"); ok { // the finding has the position
		if parts := strings.SplitN(after, ": ", 2); len(parts) == 2 {
			message = parts[1]
		}
	}
	return []Finding{{Path: path, Span: file.ErrorSpan(err), Message: message}}
}

// MissingFiles returns a finding for each stale claim claimKey: a missing file in the list listKey.
func (u *Unit) MissingFiles(claimKey, listKey string) (found []Finding) {
	for _, v := range u.Verdicts {
		if v.Key == claimKey && v.Status == claim.Stale {
			found = append(found, Finding{
				Path: v.Path, Span: v.Span,
				Message: fmt.Sprintf("%q in %q does not exist", Shorten(strings.TrimPrefix(v.Name, "file ")), listKey),
			})
		}
	}
	return found
}

// NewFinding returns a finding in the file of the unit with the severity of the rule.
//
//go:noinline
func NewFinding(span source.Span, format string, args ...any) Finding {
	return Finding{Span: span, Message: fmt.Sprintf(format, args...)}
}

// NewWarning is NewFinding for a [Warning].
func NewWarning(span source.Span, format string, args ...any) Finding {
	return Finding{Span: span, Severity: Warning, Message: fmt.Sprintf(format, args...)}
}

// A Report collects the findings of a rule.
type Report struct{ Found []Finding }

// Add adds findings.
func (r *Report) Add(found ...Finding) { r.Found = append(r.Found, found...) }

// Find adds an error or warning, as the rule has it; see [NewFinding].
func (r *Report) Find(span source.Span, format string, args ...any) {
	r.Add(NewFinding(span, format, args...))
}

// Warn adds a warning.
func (r *Report) Warn(span source.Span, format string, args ...any) {
	r.Add(NewWarning(span, format, args...))
}

// ProblemFinding returns the finding about an invalid JSON value.
func ProblemFinding(path string, p jsondoc.Problem, warning bool) Finding {
	f := Finding{Path: path, Span: p.Span, Message: p.Message}
	if prefix := jsondoc.Parent(p.Path); prefix != "" {
		f.Message = prefix + ": " + p.Message
	}
	if warning {
		f.Severity = Warning
	}
	return f
}
