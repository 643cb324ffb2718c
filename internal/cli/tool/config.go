package tool

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/config"
	"mdck/internal/report"
)

const configAbout = `The configuration of a checkpoint is the nearest .mdck.yaml, in the directory of the checkpoint or above it in the repository. Environment variables override the file, and flags override both. docs/configuration.md lists the keys.`

// Config is mdck config.
var Config = app.Command{
	Name: "config", Summary: "check or show the configuration", Help: configAbout,
	Examples: []string{
		"mdck config check", "mdck config show .ohrfc/rfc-20261104-sync", "mdck config schema > mdck.schema.json",
	},
	Below: configCommands,
}

func configCommands() []app.Command {
	return []app.Command{
		app.Row("config check", "check the configuration for errors", configCheckHelp, &configCheck{}),
		app.Row("config show", "print the value and the origin of each key", configShowHelp, &configShow{}),
		app.Row("config schema", "print the JSON Schema of .mdck.yaml", configSchemaHelp, &configSchema{}),
	}
}

type configCheck struct {
	Path   string `arg:"" optional:"" help:"A configuration file, or a path to show its settings (default: the current directory)."`
	Config string `help:"Check this configuration file." placeholder:"FILE"`
}

const configCheckHelp = `Reports all problems in the configuration file and in the environment variables of mdck. The exit status is 2 if there is a problem, or if no configuration file is found.

Examples:

    mdck config check
    mdck config check services/api/.mdck.yaml
    MDCK_FAIL_ON=warning mdck config check docs`

func (c *configCheck) Run(std app.Streams) error {
	flags := pick.ConfigFlags{Config: c.Config, Pick: pick.Picker{Table: std.Table}}
	path := c.Path
	if filepath.Base(path) == config.Name {
		if c.Config != "" {
			return fmt.Errorf("--config %s cannot be used with the argument %s", c.Config, path)
		}
		flags.Config, path = path, ""
	}
	if err := flags.Load(); err != nil {
		return err
	}
	found, err := configAt(&flags.Pick, path)
	if err != nil {
		return err
	}
	if found.Path() == "" {
		dir, top, _ := flags.Pick.ConfigPlace(path)
		return app.Errorf("mdck searched "+flags.Pick.Loader.Searched(dir, top), "no %s found", config.Name)
	}
	_, err = fmt.Fprintf(std.Out, "%s: ok\n", report.Name(found.DisplayPath()))
	return err
}

func configAt(f *pick.Picker, path string) (*config.Config, error) {
	if _, err := os.Stat(cmp.Or(path, ".")); err != nil {
		return nil, app.WithoutOperation(path, err)
	}
	return f.ConfigAt(path)
}

type configShow struct {
	Path string `arg:"" optional:"" help:"A file or directory (default: the current directory)."`
	JSON bool   `help:"Print a JSON array."`
	pick.SettingFlags
}

const configShowHelp = `Prints one line for each key, with its value and its origin: "default", a variable, a flag, or a place in a file.

Examples:

    mdck config show
    mdck config show --set budgets.ohrfc.lines=250
    mdck config show services/api --json`

func (c *configShow) Run(std app.Streams) error {
	found, err := configAt(&c.Pick, c.Path)
	if err != nil {
		return err
	}
	if c.JSON {
		return valuesJSON(std.Out, found.Values())
	}
	return valuesText(std.Out, found.Values())
}

type configSchema struct{}

const configSchemaHelp = `Prints a JSON Schema of draft 2020-12. An editor with a YAML language server can use the schema to complete and check .mdck.yaml.

Example:

    mdck config schema > mdck.schema.json`

func (c *configSchema) Run(std app.Streams) error {
	_, err := io.WriteString(std.Out, (&config.Loader{Table: std.Table}).Schema())
	return err
}

func valuesText(w io.Writer, values []config.Value) error {
	var rows [][]string
	for _, v := range values {
		rows = append(rows, []string{v.Key, app.OrDash(v.Text), v.Origin})
	}
	return report.Table(w, rows, nil, 0)
}

// jsonValue is a value in the JSON output. Its names are part of the interface.
type jsonValue struct {
	Key    string          `json:"key"`
	Value  json.RawMessage `json:"value"` // null without a value
	Origin string          `json:"origin"`
	File   *string         `json:"file"`   // null if the value is not from a file
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
