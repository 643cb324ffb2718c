package loop

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/templates"
)

// Source: new-track.
var trackTypes = []string{"feature", "bugfix", "refactor", "infrastructure"}

// Source: go for the version, track manager for loop_state.
func newMetadata(id, name, kind string, now time.Time) string {
	_, _, metadata := templates.Track()
	quote := jsondoc.Quote
	at := quote(spelling.FormatTime(now))
	values := strings.NewReplacer("{id}", quote(id), "{name}", quote(name), "{type}", quote(kind), "{now}", at)
	return values.Replace(metadata)
}

func checkInit(r protocol.InitRequest) error {
	switch kind := r.Flags["type"]; {
	case r.ID == "":
		return protocol.BadRequest("mdck init loop header_20260213", "init: no id given")
	case r.ID != path.Base(r.ID) || strings.HasPrefix(r.ID, ".") || strings.ContainsAny(r.ID, "\\ \t"):
		return protocol.BadRequest("mdck init loop header_20260213", "%q cannot be the id of a track; expected a directory name", r.ID)
	case kind != "" && !slices.Contains(trackTypes, kind):
		return fmt.Errorf("--type is %q; expected %s", kind, strings.Join(trackTypes, ", "))
	}
	return nil
}

func makeInit(r protocol.InitRequest) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		title := cmp.Or(strings.TrimSpace(r.Title), r.ID)
		kind := cmp.Or(r.Flags["type"], trackTypes[0])
		plan, spec, _ := templates.Track()
		out := &protocol.Change{Recreated: read.Main, Due: "Next: mdck loop start PLAN, or mdck loop start BRAINSTORM for a brainstorm before the plan."}
		for _, f := range []source.Named{
			{Name: specFile, Text: strings.Replace(spec, "{title}", spelling.OneLine(title), 1)},
			{Name: PlanFile, Text: strings.Replace(plan, "{title}", spelling.OneLine(title), 1)},
			{Name: MetadataFile, Text: newMetadata(r.ID, title, kind, read.Now)},
		} {
			name := path.Join(path.Dir(read.Main), f.Name)
			switch _, exists, err := read.Text(name); {
			case err != nil:
				return nil, err
			case exists && f.Name == MetadataFile:
				return nil, protocol.BadRequest("to print the next action: mdck loop resume", "track %q already exists; nothing was written", r.ID)
			case !exists:
				out.AddFile(protocol.File{Name: name, After: f.Text})
			}
		}
		return out, nil
	}
}
