package lint

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"mdck/mdcheckpoint/ccc"
)

// entries are those of the section with that key, none without a progress file.
func entries(u *Unit, key string) []ccc.Entry {
	if u.progress() == nil {
		return nil
	}
	return u.progress().Entries(key)
}

func checkDoneMark(u *Unit) []Finding {
	var found []Finding
	var marking *ccc.Marking
	for _, e := range entries(u, ccc.CompletedKey) {
		if isMarked(e.Line) {
			continue
		}
		if marking == nil {
			marking = u.progress().Marking()
		}
		f := Finding{Span: firstLine(u.File, e.Body), Message: fmt.Sprintf("%q is completed and has no mark, want %s, %s or %s", shown(e.Text), ccc.Tick, ccc.Emoji, ccc.Boxed)}
		if e.Mark == ccc.Open {
			f.Message = fmt.Sprintf("%q is among the completed tasks with an open box: tick it, or move the task", shown(e.Text))
		} else if edits := marking.Edits(&e); len(edits) > 0 {
			f.Fix = &Fix{}
			for _, edit := range edits {
				f.Fix.Edits = append(f.Fix.Edits, FileEdit{Edit: edit})
			}
		}
		found = append(found, f)
	}
	return found
}

// isMarked reports whether a mark stands anywhere in the line of a task: many put
// it before what they tell of the task.
func isMarked(line string) bool {
	for _, mark := range []ccc.Mark{ccc.Tick, ccc.Emoji, ccc.Boxed, "[X]"} {
		if strings.Contains(line, string(mark)) {
			return true
		}
	}
	return false
}

// reasons are what people put between a decision and its reason, beside the colon
// of the protocol.
var reasons = [...]string{": ", ":*", ":_", "：", " — ", " – ", " -- ", " - ", " because "}

func checkDecisionForm(u *Unit) []Finding {
	var found []Finding
	for _, e := range ofShapeP(u, ccc.DecisionsKey) {
		if e.Detail != "" || hasMore(&e) || containsAny(strings.ToLower(e.Line), reasons[:]) {
			continue
		}
		found = append(found, Finding{
			Span:    firstLine(u.File, e.Body),
			Message: fmt.Sprintf("decision %q has no reason, want \"decision: rationale\"", shown(e.Text)),
		})
	}
	return found
}

// ofShapeP are the entries of a section that only shape P has, in a file which is of
// that shape at least in part.
func ofShapeP(u *Unit, key string) []ccc.Entry {
	if p := u.progress(); p == nil || p.Shape == ccc.ShapeE {
		return nil
	}
	return entries(u, key)
}

// hasMore reports whether more than a line is said of the entry, below it.
func hasMore(e *ccc.Entry) bool { return e.Item != nil && len(e.Item.Blocks) > 1 }

func containsAny(text string, parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

func checkBlockerForm(u *Unit) []Finding {
	var found []Finding
	for _, e := range ofShapeP(u, ccc.BlockersKey) {
		if !blocks(&e) || saysWhat(u, &e) {
			continue
		}
		found = append(found, Finding{
			Span:    firstLine(u.File, e.Body),
			Message: fmt.Sprintf("blocker %q does not say what ends it, want \"(unblocked by: condition)\"", shown(e.Text)),
		})
	}
	return found
}

// blocks reports whether the entry is a blocker that still stands: it is neither
// ticked off nor struck out.
func blocks(e *ccc.Entry) bool {
	return !e.Mark.Done() && !strings.HasPrefix(e.Text, "~~")
}

// saysWhat reports whether the condition that would end a blocker is there, in the
// form of the protocol or in other words, on its line or below it.
func saysWhat(u *Unit, e *ccc.Entry) bool {
	if e.Detail != "" {
		return !ccc.IsBlank(e.Detail)
	}
	text := strings.ToLower(u.File.Slice(e.Span))
	return strings.Contains(text, "unblock") && !strings.Contains(text, "(unblocked by:)")
}

func checkPrompt(u *Unit) []Finding {
	p := u.progress()
	if p == nil {
		return nil
	}
	severity := Error
	if p.Shape != ccc.ShapeP { // the engine's shape has no such section
		severity = Warning
	}
	switch {
	case p.Prompt.Section == nil:
		return []Finding{{Span: top(p), Severity: severity, Message: "no section \"## Continuation Prompt\"" + insteadOf(p, "Continuation Prompt")}}
	case p.Prompt.Text == "":
		return []Finding{{Span: p.Prompt.Section.Heading, Severity: severity, Message: "the continuation prompt is empty"}}
	}
	span := firstLine(u.File, p.Prompt.Span)
	lacks := vague(u, p)
	switch {
	case len(lacks) == 0:
		return nil
	case strings.Contains(p.Prompt.Text, "CIA-XXX") && len(lacks) == 4:
		return []Finding{{Span: span, Severity: severity, Message: "the continuation prompt is that of the template"}}
	}
	return []Finding{{Span: span, Severity: Warning, Message: "the continuation prompt is too vague to start from: " + strings.Join(lacks, ", ")}}
}

// vague is what the prompt lacks. A session without an issue need not name one, and
// one whose issue has no id of the known form names it as the header does.
func vague(u *Unit, p *ccc.Progress) []string {
	id, where := ccc.IssueID(u.Session.State, p, "", "")
	if p.IssueID != "" {
		id = p.IssueID // the prompt goes with its file; that the state has another is said elsewhere
	}
	lacks := ccc.Vague(p.Prompt.Text, id, func(name string) bool { return isThere(u.Tree, name) })
	word, _, _ := strings.Cut(p.Issue.Text, " ")
	none := where == ccc.Nowhere && (p.Issue.Text == "" && p.Issue.Span.Len() > 0 || word != "" && strings.Contains(p.Prompt.Text, word))
	return slices.DeleteFunc(lacks, func(l string) bool { return none && l == ccc.LacksIssue })
}

// isThere reports whether tree has the file or directory that a prompt names: also
// one that is named from the root of the disk, as agents do, or with a line.
func isThere(tree fs.FS, name string) bool {
	const most = 16 // directories of an absolute path that may be above the tree
	name, _, _ = strings.Cut(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "@"), "#")
	name, absolute := strings.CutPrefix(strings.TrimSuffix(name, "/"), "/")
	for range most {
		if fs.ValidPath(name) && name != "." {
			if _, err := fs.Stat(tree, name); err == nil {
				return true
			}
		}
		_, below, more := strings.Cut(name, "/")
		if name = below; !more || !absolute {
			break
		}
	}
	return false
}

// consequence says what the stop handler does at a word. Source: stop handler.
func consequence(word string) string {
	if word == ccc.CompleteWord {
		return "takes the task for complete"
	}
	return "plans the tasks anew"
}

func checkSignalWord(u *Unit) []Finding {
	if u.progress() == nil {
		return nil
	}
	var found []Finding
	for _, s := range ccc.SignalWords(u.File.Text) {
		found = append(found, Finding{
			Span:    s.Span,
			Message: fmt.Sprintf("%q is written here: when a session repeats it, the stop handler %s", s.Word, consequence(s.Word)),
		})
	}
	return found
}
