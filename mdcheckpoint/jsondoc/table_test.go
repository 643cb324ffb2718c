package jsondoc

import (
	"reflect"
	"testing"
)

func TestTable(t *testing.T) {
	got := Table(`
status phase!: string|null = open closed # two keys
at: string filled time
items!: array of object open # a comment: with a colon
	count: int >=1
	deep: object each array of number
any: any
votes: object each bool`)()
	values := []string{"open", "closed"}
	want := Field{Kind: Object, Fields: []Field{
		{Name: "status", Kind: String | Null, Values: values},
		{Name: "phase", Kind: String | Null, Values: values, Required: true},
		{Name: "at", Kind: String, MinLen: 1, Format: "date-time"},
		{Name: "items", Kind: Array, Required: true, Elem: &Field{Kind: Object, Open: true, Fields: []Field{
			{Name: "count", Kind: Int, HasMin: true, Min: 1},
			{Name: "deep", Kind: Object, Each: &Field{Kind: Array, Elem: &Field{Kind: Number}}},
		}}},
		{Name: "any"},
		{Name: "votes", Kind: Object, Each: &Field{Kind: Bool}},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestTableUnknownWord(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a table with an unknown word is accepted")
		}
	}()
	Table("status: text")()
}
