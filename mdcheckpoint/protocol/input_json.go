package protocol

import (
	"slices"
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
)

// parseJSON reads an object such as {"done": ["…"], "next": "…"}: bullets or a text for each key.
func (in *Input) parseJSON(text string) error {
	d, err := jsondoc.Parse("input", text)
	if err != nil {
		return err
	}
	for _, m := range d.Root.Members {
		is := func(s schema.Subsection) bool { return s.Slug() == m.Key }
		if slices.ContainsFunc(in.group.Subsections, is) {
			err = in.addMember(d, m)
		} else {
			err = in.addSaid(d, m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (in *Input) addSaid(d *jsondoc.Document, m jsondoc.Member) error {
	switch m.Key {
	case "section":
		if name, _ := m.Value.Str(); name != in.group.Key {
			return d.File.Errorf(m.Value.Span.Start, "section is %q; expected %q", name, in.group.Key)
		}
	case "round":
		n, ok := m.Value.Int()
		if !ok || n < 0 {
			return d.File.Errorf(m.Value.Span.Start, "expected a whole number for round")
		}
		in.Value = strconv.Itoa(n)
	case "value":
		if in.Value, _ = m.Value.Str(); in.Value == "" {
			return d.File.Errorf(m.Value.Span.Start, "expected a string for value")
		}
	default:
		if m.Key == "prompt" && in.group.Key != m.Key {
			return nil // mdck prints this member: the questions that the input answers
		}
		return in.addMember(d, m)
	}
	return nil
}

func (in *Input) addMember(d *jsondoc.Document, m jsondoc.Member) error {
	sub, err := in.named(d, m)
	if err != nil {
		return err
	}
	text, isText := m.Value.Str()
	if isText && !in.schema.Bullets {
		if strings.TrimSpace(text) == "" {
			return nil
		}
		only := in.only
		defer func() { in.only = only }()
		in.only = sub
		return in.parseMarkdown(text)
	}
	switch {
	case m.Value.Kind == jsondoc.Array:
	case in.schema.Bullets:
		return d.File.Errorf(m.Value.Span.Start, "expected a list of strings for %q", m.Key)
	default:
		return d.File.Errorf(m.Value.Span.Start, "expected a string or a list of strings for %q", m.Key)
	}
	for _, e := range m.Value.Elements {
		text, ok := e.Str()
		if !ok {
			return d.File.Errorf(e.Span.Start, "expected a string, found %s", e.Kind)
		}
		if err := in.add(sub, spelling.BulletText(text)); err != nil {
			return err
		}
	}
	return nil
}

func (in *Input) named(d *jsondoc.Document, m jsondoc.Member) (*schema.Subsection, error) {
	sub, near := in.group.Subsection(m.Key)
	switch {
	case in.only != nil && sub != in.only:
		near = []string{in.only.Slug()}
	case sub != nil:
		return sub, nil
	case in.schema.Bullets:
	case m.Key == in.group.Key:
		return nil, nil
	default:
		near = append(near, in.group.Key)
	}
	return nil, d.File.Errorf(m.KeySpan.Start, "no subsection %q here; expected %s", m.Key, strings.Join(near, ", "))
}

// AddBullet adds "SUBSECTION=TEXT", or "TEXT" if there is only one place.
func (in *Input) AddBullet(arg string) error {
	name, text, found := strings.Cut(arg, "=")
	sub, near := in.group.Subsection(name)
	switch {
	case in.only != nil && (!found || sub != in.only):
		sub, text = in.only, arg
	case found && sub != nil:
	case len(in.group.Subsections) == 0 || in.counted(nil) != "":
		sub, text = nil, arg
	default:
		if !found {
			_, near = in.group.Subsection("") // the names of all subsections
		}
		return BadRequest("subsections: "+strings.Join(near, ", "), "-b %q does not begin with a subsection of %q and an equals sign", arg, in.group.Name())
	}
	text = spelling.BulletText(text)
	if strings.TrimSpace(text) == "" {
		return BadRequest("", "-b %q has no text", arg)
	}
	return in.add(sub, text)
}
