package dev.foliot.load;

import dev.foliot.store.Redaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The kinds of recorded requests: method and path without the query. The most frequent ones have
 * figures of their own, all others have common ones. Immutable.
 */
final class RecordingKinds {
  private static final int MOST = 50;
  private static final int LONGEST_NAME = 100;
  private static final String OTHERS = "other requests";

  private final List<String> names = new ArrayList<>();
  private final int[] kindOf;

  /**
   * @param requests the different ones
   * @param played the number of each one that is played
   */
  RecordingKinds(List<RequestTemplate> requests, int[] played) {
    List<String> nameOf = requests.stream().map(RecordingKinds::name).toList();
    Map<String, Integer> counts = new HashMap<>();
    for (int one : played) {
      counts.merge(nameOf.get(one), 1, Integer::sum);
    }
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(counts.size() <= MOST ? MOST : MOST - 1)
        .forEach(one -> names.add(one.getKey()));
    if (counts.size() > MOST) {
      names.add(OTHERS);
    }
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      numbers.put(names.get(i), i);
    }
    kindOf =
        nameOf.stream().mapToInt(name -> numbers.getOrDefault(name, names.size() - 1)).toArray();
  }

  private static String name(RequestTemplate request) {
    String path = request.path();
    int query = path.indexOf('?');
    String name =
        request.method() + " " + Redaction.text(query < 0 ? path : path.substring(0, query));
    return name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
  }

  int of(int request) {
    return kindOf[request];
  }

  List<String> names() {
    return List.copyOf(names);
  }
}
