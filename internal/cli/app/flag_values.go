package app

import (
	"fmt"
	"reflect"
	"strconv"
	"time"

	"mdck/internal/spelling"

	"github.com/alecthomas/kong"
)

// numberMapper reads the values of flags that are numbers as they are printed: in decimal
// digits, without a plus sign, zeros in front, or _ between digits. kong would take them as
// Go writes them, 0x10 for 16 and 010 for 8.
func numberMapper() kong.Option {
	return kong.TypeMapper(reflect.TypeFor[int](), kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto("int", &text); err != nil {
			return err
		}
		n, err := strconv.Atoi(text)
		if err != nil || strconv.Itoa(n) != text {
			return fmt.Errorf("expected a decimal number, such as 12; found %q", text)
		}
		target.SetInt(int64(n))
		return nil
	}))
}

// timeMapper reads times of flags like times in files: RFC 3339, a date, or a date with hours and minutes;
// UTC if no zone is given.
func timeMapper() kong.Option {
	return kong.TypeMapper(reflect.TypeFor[time.Time](), kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
		var text string
		if err := ctx.Scan.PopValueInto("time", &text); err != nil {
			return err
		}
		at, ok := spelling.ReadTime(text, time.UTC)
		if !ok {
			return fmt.Errorf("expected a time such as 2006-01-02T15:04:05Z, 2006-01-02 or \"2006-01-02 15:04\"; found %q", text)
		}
		target.Set(reflect.ValueOf(at))
		return nil
	}))
}
