package cli

import (
	"fmt"
	"reflect"
	"time"

	"github.com/alecthomas/kong"

	"mdck/mdcheckpoint/agents"
)

// times reads the values of flags that are times as times in files are read: RFC 3339,
// a date alone, or a date with hours and minutes, in UTC where no zone is said.
func times() kong.Option {
	return kong.TypeMapper(reflect.TypeFor[time.Time](), kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto("time", &text); err != nil {
			return err
		}
		at, ok := agents.ReadTime(text)
		if !ok {
			return fmt.Errorf("want a time such as 2006-01-02T15:04:05Z, 2006-01-02 or \"2006-01-02 15:04\", found %q", text)
		}
		target.Set(reflect.ValueOf(at))
		return nil
	}))
}
