package judge

import (
	"path/filepath"

	"mdck/internal/config"
	"mdck/internal/workspace"
)

// Finder finds checkpoints, and files of the formats of the configuration. What is wrong
// with a configuration is told by whoever asks for what holds for a file: a Finder finds
// no format in it.
func Finder(loader *config.Loader) workspace.Finder {
	return workspace.Finder{Own: func(file, top string) (format, root string, ok bool) {
		c, err := loader.For(filepath.Dir(file), top)
		if err != nil {
			return "", "", false
		}
		own := c.Format(file)
		if own == nil {
			return "", "", false
		}
		return own.Name, c.FormatsBase(), true
	}}
}
