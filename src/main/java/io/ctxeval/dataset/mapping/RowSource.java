package io.ctxeval.dataset.mapping;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where the elements come from that are rows (formats.md 4.1, {@code rows}). */
sealed interface RowSource {
    void rowsIn(Scope scope, List<Scope.Element> into);

    /** The elements of a list; an object stands for itself. */
    record Elements(Path path) implements RowSource {
        @Override
        public void rowsIn(Scope scope, List<Scope.Element> into) {
            path.rowsIn(scope, into);
        }
    }

    /** Parallel lists: an object for each place, its keys the last keys of the paths; as long as the longest. */
    record Zip(List<Path> paths) implements RowSource {
        @Override
        public void rowsIn(Scope scope, List<Scope.Element> into) {
            List<List<Node>> lists = new ArrayList<>();
            int longest = 0;
            for (Path path : paths) {
                List<Node> list = Navigation.elements(path.valueIn(scope));
                lists.add(list);
                longest = Math.max(longest, list.size());
            }
            for (int row = 0; row < longest; row++) {
                Map<String, Node> object = new LinkedHashMap<>();
                for (int i = 0; i < lists.size(); i++) {
                    List<Node> list = lists.get(i);
                    object.put(lastKey(paths.get(i)), row < list.size() ? list.get(row) : PlainValue.NULL);
                }
                into.add(new Scope.Element(PlainValue.object(object), null));
            }
        }

        private static String lastKey(Path path) {
            return path.steps().get(path.steps().size() - 1) instanceof Path.Step.Key key ? key.name() : "";
        }
    }
}
