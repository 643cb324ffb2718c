package judge

import (
	"path"

	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
)

// Mend gives the text of the file at in.Path, which is text, with all fixes made
// that change no other file and keep nothing in the archive, and what is found in
// it then. It may fail with a [*lint.GrowthError].
func Mend(in lint.Input, text string) (mended string, left []lint.Diagnostic, err error) {
	in.Alone = true
	fixed, err := lint.FixAll(in, "")
	if err != nil {
		return "", nil, err
	}
	if mended, changed := fixed.Texts[in.Path]; changed {
		text = mended
	}
	return text, fixed.Left, nil
}

// Parsed is why the text of the file of t cannot be read as what it is: Markdown for
// the checkpoint of an RFC or a session and a file of a format, a plan, else JSON.
func Parsed(t *workspace.Target, text string) error {
	switch {
	case t.Protocol == workspace.Plan && path.Ext(t.Path) != ".json":
		_, err := planfile.Parse(t.Path, text)
		return err
	case t.Path == t.Main && (t.Protocol == workspace.Ohrfc || t.Protocol == workspace.CCC || t.Protocol == workspace.Format):
		_, err := mdcheckpoint.Parse(t.Path, text)
		return err
	}
	_, err := jsondoc.Parse(t.Path, text)
	return err
}
