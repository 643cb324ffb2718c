package config

import (
	"fmt"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/yamldoc"
)

// AddPreset returns text, a configuration, with the entry of p.
func AddPreset(text string, p *protocol.Preset) (string, error) {
	doc, err := yamldoc.Parse(Name, text)
	if err != nil {
		return "", err
	}
	if doc.Root.Get(p.Key, p.Name) != nil {
		return text, nil
	}
	entry := p.Name + ":\n"
	for _, f := range p.Fields {
		entry += "  " + f[0] + ": " + f[1] + "\n"
	}
	after, err := addEntry(doc, p.Key, entry)
	if err != nil {
		return "", err
	}
	return after, checkAdded(doc, after, p)
}

// checkAdded returns an error if after differs from doc in more than the new entry.
func checkAdded(doc *jsondoc.Document, after string, p *protocol.Preset) error {
	read, err := yamldoc.Parse(Name, after)
	if err != nil {
		return fmt.Errorf("the entry would make %s invalid: %w", Name, err)
	}
	same := read.Root.Get(p.Key, p.Name) != nil
	for _, m := range doc.Root.Members {
		if m.Key != p.Key {
			same = same && m.Value.JSON() == read.Root.Get(m.Key).JSON()
			continue
		}
		for _, e := range m.Value.Members {
			same = same && e.Value.JSON() == read.Root.Get(p.Key, e.Key).JSON()
		}
	}
	if !same {
		return fmt.Errorf("the entry would also change other values of %s", Name)
	}
	return nil
}
