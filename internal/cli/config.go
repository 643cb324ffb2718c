package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"mdck/internal/config"
	"mdck/internal/report"
)

const configAbout = `The configuration is the nearest .mdck.yaml, from the directory of a checkpoint up to the root of its repository. Flags beat environment variables, these beat the file, and the file beats the defaults. docs/configuration.md has the keys.`

// configCmd is mdck config.
var configCmd = command{name: "config", summary: "check or show the configuration", grammar: func() runner { return parent(configParent()) }, below: configCommands}

func configParent() parentCommand {
	return parentCommand{
		name: "config", about: configAbout,
		examples: []string{
			"mdck config check", "mdck config show .ohrfc/rfc-20261104-sync", "mdck config schema > mdck.schema.json",
		},
		commands: configCommands,
	}
}

// configCommands are the commands below config, one row a line.
func configCommands() []command {
	return []command{
		{name: "config check", summary: "say whether the configuration makes sense", help: configCheckHelp, grammar: func() runner { return &configCheck{} }},
		{name: "config show", summary: "print what holds for each key, and where it comes from", help: configShowHelp, grammar: func() runner { return &configShow{} }},
		{name: "config schema", summary: "print the JSON Schema of .mdck.yaml", help: configSchemaHelp, grammar: func() runner { return &configSchema{} }},
	}
}

type configCheck struct {
	Path   string `arg:"" optional:"" help:"A configuration file, or a file or directory that one holds for; the current directory if left out."`
	Config string `help:"Check this configuration." placeholder:"FILE"`
}

const configCheckHelp = `All problems are reported, each with its place. Environment variables that would set a key are checked, too, and those that look like a slip for one. Status 2 if there is a problem or no configuration file.

Examples:

    mdck config check
    mdck config check services/api/.mdck.yaml
    MDCK_FAIL_ON=warning mdck config check docs`

// Run checks the configuration.
func (c *configCheck) Run(std Streams) error {
	flags := configFlags{Config: c.Config, table: std.Table}
	path := c.Path
	if filepath.Base(path) == config.Name {
		if c.Config != "" {
			return fmt.Errorf("--config %s and %s: which of them is to be checked?", c.Config, path)
		}
		flags.Config, path = path, ""
	}
	at, err := flags.findConfigPlace(path)
	if err != nil {
		return err
	}
	if err := flags.load(); err != nil {
		return err
	}
	found, err := flags.loader.For(at.dir, at.top)
	if err = errors.Join(err, flags.loader.Stray()); err != nil {
		return err
	}
	if found.Path() == "" {
		return hinted(fmt.Errorf("no %s found", config.Name), "looked in "+flags.loader.Searched(at.dir, at.top))
	}
	_, err = fmt.Fprintf(std.Out, "%s: ok\n", report.Name(found.Shown()))
	return err
}

type configShow struct {
	Path string `arg:"" optional:"" help:"A file or directory; the current directory if left out."`
	JSON bool   `help:"Print a JSON array."`
	settingFlags
}

const configShowHelp = `Prints a line for each key: key, value, origin. The origin is "default", the name of a variable or flag, or the place in a file.

Examples:

    mdck config show
    mdck config show --set budgets.ohrfc.lines=250
    mdck config show services/api --json`

// Run prints what holds.
func (c *configShow) Run(std Streams) error {
	at, err := c.findConfigPlace(c.Path)
	if err != nil {
		return err
	}
	found, err := c.loader.For(at.dir, at.top)
	if err != nil {
		return err
	}
	if c.JSON {
		return valuesJSON(std.Out, found.Values())
	}
	return valuesText(std.Out, found.Values())
}

type configSchema struct{}

const configSchemaHelp = `The schema is draft 2020-12. An editor with a YAML language server completes and checks .mdck.yaml by it.

Example:

    mdck config schema > mdck.schema.json`

// Run prints the schema.
func (c *configSchema) Run(std Streams) error {
	_, err := io.WriteString(std.Out, (&config.Loader{Table: std.Table}).Schema())
	return err
}

// valuesText prints a line for each value, in columns.
func valuesText(w io.Writer, values []config.Value) error {
	var rows [][]string
	for _, v := range values {
		rows = append(rows, []string{v.Key, orDash(v.Text), v.Origin})
	}
	return report.Table(w, rows, make([]int, 3), 0)
}

// A jsonValue is a value as --json prints it. Names are part of the interface.
type jsonValue struct {
	Key    string          `json:"key"`
	Value  json.RawMessage `json:"value"` // null if there is none
	Origin string          `json:"origin"`
	File   *string         `json:"file"`   // null, like the place, if the value is from no file
	Line   *int            `json:"line"`   // 1-based
	Column *int            `json:"column"` // 1-based, in bytes
}

func valuesJSON(w io.Writer, values []config.Value) error {
	all := []jsonValue{}
	for i := range values {
		v := &values[i]
		out := jsonValue{Key: v.Key, Value: json.RawMessage(v.JSON), Origin: v.Origin}
		if v.File != "" {
			out.File, out.Line, out.Column = &v.File, &v.Line, &v.Column
		}
		all = append(all, out)
	}
	return report.Indented(w, all)
}
