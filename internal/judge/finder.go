package judge

import (
	"mdck/internal/config"
	"mdck/internal/workspace"
)

// Finder finds checkpoints, and files of the formats of the configuration. What is wrong
// with a configuration is told by whoever asks for what holds for a file: a Finder finds
// no format in it.
func Finder(loader *config.Loader) workspace.Finder {
	return workspace.Finder{Own: loader.FormatOf, Naming: loader.FormatsNaming}
}
