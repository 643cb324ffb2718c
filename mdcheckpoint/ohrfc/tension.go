package ohrfc

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// An OpenTension is a tension that no later bullet resolves.
type OpenTension struct {
	Group string
	File  string // archived file, relative to the workspace; "" for the checkpoint
	Line  int    // 1-based
	Text  string // on one line, including the label
}

// tensionKey is the number of words that a bullet "Resolved:" repeats from a tension.
const tensionKey = 5

type tensionGroup struct {
	GroupMatch *schema.GroupMatch
	in         *Checkpoint
	file       string // same as File of [OpenTension]
}

// openTensions returns the unresolved tensions before round, oldest first. Round 0 means all.
func (w *Workspace) openTensions(c *Checkpoint, round int) []OpenTension {
	var all []tensionGroup
	for _, g := range c.Groups {
		all = append(all, tensionGroup{g, c, ""})
	}
	all = append(all, w.archivedRounds(all)...)
	all = slices.DeleteFunc(all, func(g tensionGroup) bool {
		return round > 0 && g.GroupMatch.Group.Key == GateBKey && g.GroupMatch.N >= round
	})
	sort.SliceStable(all, func(i, j int) bool {
		return cmp.Or(cmp.Compare(Format.Rank(all[i].GroupMatch.Group.Key), Format.Rank(all[j].GroupMatch.Group.Key)), cmp.Compare(all[i].GroupMatch.N, all[j].GroupMatch.N)) < 0
	})
	open := tensionList{at: map[string][]int{}}
	for _, g := range all {
		open.update(&g)
	}
	return slices.DeleteFunc(open.all, func(t OpenTension) bool { return t.Text == "" })
}

// A tensionList is a list of tensions. Resolved ones have the text "".
type tensionList struct {
	all []OpenTension
	at  map[string][]int
}

func (l *tensionList) update(g *tensionGroup) {
	for _, s := range g.GroupMatch.Subsections {
		if title := s.Subsection.Title; title != ActiveTensions && title != ActiveTensionsUpdated {
			continue
		}
		for _, item := range s.Items() {
			text := g.in.Bullet(item)
			label, body := TensionLabel(text)
			words := tensionWords(body)
			switch {
			case label == tensionLabels[0]:
				l.resolve(words)
			case text != "" && g.GroupMatch.Group.Key != reviewKey && (label != "" || !spelling.IsNone(text)):
				about := strings.Join(words[:min(len(words), tensionKey)], " ")
				l.at[about] = append(l.at[about], len(l.all))
				l.all = append(l.all, OpenTension{g.GroupMatch.Title(), g.file, g.in.Document.File.Line(item.Span.Start), text})
			}
		}
	}
}

func (l *tensionList) resolve(words []string) {
	for i := range words {
		for n := 1; n <= min(tensionKey, len(words)-i); n++ {
			about := strings.Join(words[i:i+n], " ")
			for _, k := range l.at[about] {
				l.all[k].Text = ""
			}
			delete(l.at, about)
		}
	}
}

func tensionWords(text string) []string {
	words := strings.Fields(spelling.FoldTitle(text))
	for i, word := range words {
		words[i] = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	}
	return slices.DeleteFunc(words, func(word string) bool { return word == "" })
}

// maxArchived is the maximum number of archived texts to search for tensions, newest first.
const maxArchived = 50

func (w *Workspace) archivedRounds(known []tensionGroup) (found []tensionGroup) {
	entries, _ := fs.ReadDir(w.Tree, w.path(protocol.ArchiveDir))
	entries = entries[max(0, len(entries)-maxArchived):] // the newest names come last, because their numbers have leading zeros
	for _, e := range slices.Backward(entries) {
		if !e.Type().IsRegular() || path.Ext(e.Name()) != ".md" {
			continue
		}
		name := path.Join(protocol.ArchiveDir, e.Name())
		text, err := source.ReadFile(w.Tree, w.path(name))
		if err != nil {
			continue
		}
		c, err := ParseCheckpoint(name, text)
		if err != nil || c.onlyRound() == nil {
			continue
		}
		g := tensionGroup{c.onlyRound(), c, name}
		same := func(other tensionGroup) bool {
			return other.GroupMatch.Group.Key == GateBKey && other.GroupMatch.N == g.GroupMatch.N
		}
		if !slices.ContainsFunc(known, same) && !slices.ContainsFunc(found, same) {
			found = append(found, g)
		}
	}
	return found
}

const maxCarried = 5

func (w *Workspace) carriedNotes(c *Checkpoint) []string {
	leaves := map[string]bool{}
	for _, g := range c.surplus() {
		leaves[g.Title()] = true
	}
	var notes []string
	for _, t := range w.openTensions(c, 0) {
		if leaves[t.Group] && t.File == "" {
			notes = append(notes, fmt.Sprintf("the tension \"%s\" of the archived %s is open", t.Text, strings.TrimSuffix(t.Group, " Exit")))
		}
	}
	if more := len(notes) - maxCarried; more > 0 {
		notes = append(notes[:maxCarried], fmt.Sprintf("%d more tensions are open; to list them: mdck ohrfc prompt %s", more, GateBKey))
	}
	return notes
}

// TensionLabel splits a bullet into one of [tensionLabels], or "", and the rest.
func TensionLabel(text string) (label, body string) {
	i := strings.IndexAny(text, ":：–—")
	if j := strings.Index(text, " - "); j >= 0 && (i < 0 || j < i) {
		i = j + 1
	}
	if i < 0 {
		return "", text
	}
	head := strings.TrimSpace(spelling.WithoutPictures(text[:i]))
	if len(head) > 4 && head[0] == '[' && head[2:4] == "] " {
		head = head[4:]
	}
	head = strings.Trim(head, "*_` ")
	_, size := utf8.DecodeRuneInString(text[i:])
	for _, l := range tensionLabels {
		if strings.EqualFold(l, head) {
			return l, strings.TrimSpace(strings.TrimLeft(text[i+size:], "*_` "))
		}
	}
	return "", text
}
