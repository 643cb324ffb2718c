package agents

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// quoteAll spells texts as a JSON array.
func quoteAll(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = jsondoc.Quote(t)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// replace makes texts the list at key; nil keeps what is there.
func (e *editor) replace(key string, texts []string) bool {
	return texts != nil && e.set(quoteAll(texts), key)
}

// add puts those of texts that are not there behind the entries of the list at
// key, and gives them. same is what two spellings of one entry have in common.
func (e *editor) add(key string, texts []string, same func(string) string) []string {
	there := map[string]bool{}
	for _, item := range e.c.Items(key) {
		there[same(item.Text)] = true
	}
	var added []string
	for _, t := range texts {
		if !there[same(t)] {
			there[same(t)] = true
			added = append(added, t)
		}
	}
	if len(added) == 0 {
		return nil
	}
	e.insert(key, added)
	e.holds = append(e.holds, func(after *Checkpoint) error { return holdsAll(after, key, texts, same) })
	return added
}

func holdsAll(c *Checkpoint, key string, texts []string, same func(string) string) error {
	there := map[string]bool{}
	for _, item := range c.Items(key) {
		there[same(item.Text)] = true
	}
	for _, t := range texts {
		if !there[same(t)] {
			return fmt.Errorf("%s: %q would not hold %q", c.Path(), key, shorten(t))
		}
	}
	return nil
}

// insert makes the edits that put texts behind the entries of the list at key.
// What is no list becomes the first entry of one.
func (e *editor) insert(key string, texts []string) {
	v := e.c.Doc.Root.Get(key)
	if v == nil || v.Kind != jsondoc.Array || len(v.Elements) == 0 {
		whole := quoteAll(texts)
		if len(e.c.Items(key)) > 0 {
			whole = "[" + e.c.Doc.File.Slice(v.Span) + ", " + whole[1:]
		}
		e.set(whole, key)
		return
	}
	edits, err := e.c.Doc.Append("0", key)
	if err != nil {
		e.fail(err)
		return
	}
	separator := strings.TrimSuffix(edits[0].New, "0")
	var all strings.Builder
	for _, t := range texts {
		all.WriteString(separator + jsondoc.Quote(t))
	}
	e.edits = append(e.edits, source.Edit{Span: edits[0].Span, New: all.String()})
	e.lists = append(e.lists, key)
}

// drop takes the entries of the list at key out that are among texts, and says how
// many they were.
func (e *editor) drop(key string, texts []string) int {
	gone := map[string]bool{}
	for _, t := range texts {
		gone[identity(t)] = true
	}
	v := e.c.Doc.Root.Get(key)
	if text, ok := v.Str(); ok && !isBlank(text) && gone[identity(text)] {
		e.set("[]", key)
		return 1
	}
	if v == nil || v.Kind != jsondoc.Array {
		return 0
	}
	keep := make([]bool, len(v.Elements))
	kept := 0
	for i, el := range v.Elements {
		text, ok := el.Str()
		if keep[i] = !ok || !gone[identity(text)]; keep[i] {
			kept++
		}
	}
	switch n := len(keep) - kept; {
	case n == 0:
	case kept == 0:
		e.set("[]", key)
	default:
		e.edits = append(e.edits, without(v.Elements, keep)...)
		e.lists = append(e.lists, key)
	}
	return len(keep) - kept
}

// without makes the edits that take out the elements that are not to be kept, of
// which there is one at least: each run of them with the commas before it, or
// with those behind it where it is the first.
func without(elements []*jsondoc.Value, keep []bool) []source.Edit {
	var edits []source.Edit
	for i := 0; i < len(keep); i++ {
		if keep[i] {
			continue
		}
		first := i
		for i+1 < len(keep) && !keep[i+1] {
			i++
		}
		cut := source.Span{End: elements[i].Span.End}
		if first > 0 {
			cut.Start = elements[first-1].Span.End
		} else {
			cut = source.Span{Start: elements[0].Span.Start, End: elements[i+1].Span.Start}
		}
		edits = append(edits, source.Edit{Span: cut})
	}
	return edits
}
