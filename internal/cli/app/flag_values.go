package app

import (
	"fmt"
	"reflect"
	"strconv"
	"time"

	"mdck/internal/spelling"

	"github.com/alecthomas/kong"
)

// numberMapper parses numbers in flags as decimal digits, without a plus sign, leading zeros or
// underscores. kong alone would accept Go literals: 0x10 is 16, and 010 is 8.
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

// timeMapper parses times in flags in the forms that files may have: RFC 3339, a date, or a date
// with hours and minutes. The default zone is UTC.
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
