package history

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/spelling"
)

// shortID is how many digits of the id of a commit are shown.
const shortID = 8

// Name is where the row is from: the beginning of a commit's id, or a word.
func (r *Row) Name() string {
	if r.Commit == "" {
		return r.Source()
	}
	return short(r.Commit)
}

func short(id string) string { return id[:min(len(id), shortID)] }

// What is the subject of the commit, or the command that wrote, and in brackets what
// is to be known of the row besides. It may hold any character.
func (r *Row) What() string {
	text := r.Subject
	if r.Commit == "" {
		text = r.Command
	}
	var more []string
	if r.Found {
		more = append(more, "as the next write found it")
	}
	if r.As != "" {
		more = append(more, "as in "+short(r.As))
	}
	if r.From != "" {
		more = append(more, "renamed from "+r.From)
	}
	for _, reason := range []string{r.Text.Reason, r.Text.NoTree} {
		if reason != "" {
			more = append(more, reason)
		}
	}
	if len(more) > 0 {
		text = strings.TrimSpace(text + " (" + strings.Join(more, "; ") + ")")
	}
	return text
}

// VersionName is the version as people write it, v4; "" if there is none.
func (r *Row) VersionName() string {
	if r.Version == nil {
		return ""
	}
	return "v" + strconv.Itoa(*r.Version)
}

// Signed is a change with its sign; "" where there is nothing to differ from.
func Signed(n *int) string {
	switch {
	case n == nil:
		return ""
	case *n == 0:
		return "0"
	}
	return fmt.Sprintf("%+d", *n)
}

// Stamp is a time in UTC as it is shown; "" for none.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(spelling.TimeLayout)
}
