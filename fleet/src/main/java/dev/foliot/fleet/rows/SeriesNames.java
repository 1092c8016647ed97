package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.KnownNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the names of series say of their node and metric.
 *
 * <p>{@code cpu{host="a"}}, {@code cpu {host: a}}, {@code cpu;host=a}, or parts between dots,
 * blanks, slashes, bars or colons: {@code servers.web-00.cpu}, {@code cpu web-00}. Of parts, those
 * that are the same in all names say nothing; one with the name of a metric is the metric, and of
 * the others the one with most values is the node.
 */
final class SeriesNames {
  static final String NODE = "node";

  private static final Pattern LABELLED =
      Pattern.compile("(?<metric>[^{]*?)\\s*\\{(?<labels>.*)}\\s*", Pattern.DOTALL);
  private static final Pattern LABEL =
      Pattern.compile(
          "\\s*(?<name>[^=:,\"]+?)\\s*[=:]\\s*(?:\"(?<quoted>(?:[^\"\\\\]|\\\\.)*)\"|(?<plain>[^,]*))"
              + "\\s*(?:,|$)");
  private static final Pattern TAGGED = Pattern.compile("[^;{}]+(;[^;=]+=[^;]*)+");

  /** Between parts, by how surely they are no part of a name. */
  private static final List<String> BETWEEN =
      List.of("\\s+-\\s+", "\\s*\\|\\s*", "\\s*/\\s*", ":\\s+", "\\s+", "\\.", ":");

  private static final int MOST_METRICS = 20;
  private static final double MOSTLY = 0.8;

  private final Map<String, Series> all = new LinkedHashMap<>();
  private boolean structured;

  private SeriesNames() {}

  /** The series of these names. */
  static SeriesNames of(Collection<String> names) {
    SeriesNames series = new SeriesNames();
    if (!series.readLabelled(names) && !series.readParts(new LinkedHashSet<>(names))) {
      for (String name : names) {
        series.all.put(name, new Series(Series.VALUE, Map.of(NODE, name)));
      }
    }
    return series;
  }

  /** The series of that name. */
  Series of(String name) {
    Series series = all.get(name);
    if (series == null) {
      throw new IllegalArgumentException("unknown series: " + name);
    }
    return series;
  }

  /** Whether the names say more than the node. */
  boolean isStructured() {
    return structured;
  }

  private boolean readLabelled(Collection<String> names) {
    for (String name : names) {
      Map<String, String> labels = new LinkedHashMap<>();
      String metric;
      Matcher labelled = LABELLED.matcher(name);
      if (labelled.matches()) {
        metric = labelled.group("metric");
        if (!readLabels(labelled.group("labels"), labels)) {
          return false;
        }
      } else if (TAGGED.matcher(name).matches()) {
        String[] tags = name.split(";", -1);
        metric = tags[0];
        for (int i = 1; i < tags.length; i++) {
          int at = tags[i].indexOf('=');
          labels.put(tags[i].substring(0, at), tags[i].substring(at + 1));
        }
      } else {
        return false;
      }
      String inner = labels.remove("__name__");
      metric = metric.isEmpty() && inner != null ? inner : metric;
      all.put(name, new Series(metric.isEmpty() ? Series.VALUE : metric, labels));
    }
    structured = true;
    return true;
  }

  /** Reads {@code a="1",b="2"} or {@code a: 1, b: 2}; returns whether it is that. */
  static boolean readLabels(String text, Map<String, String> labels) {
    Matcher label = LABEL.matcher(text);
    int at = 0;
    while (at < text.length()) {
      if (text.substring(at).isBlank()) {
        return true;
      }
      if (!label.find(at) || label.start() != at) {
        return false;
      }
      String quoted = label.group("quoted");
      labels.put(
          label.group("name"),
          quoted != null ? quoted.replaceAll("\\\\(.)", "$1") : label.group("plain").strip());
      at = label.end();
    }
    return true;
  }

  private boolean readParts(Set<String> names) {
    for (String between : BETWEEN) {
      Pattern separator = Pattern.compile(between);
      List<String[]> parts = new ArrayList<>();
      for (String name : names) {
        String[] split = separator.split(name.strip(), -1);
        if (split.length < 2 || (!parts.isEmpty() && split.length != parts.getFirst().length)) {
          break;
        }
        parts.add(split);
      }
      if (parts.size() == names.size() && !parts.isEmpty() && readParts(names, parts, between)) {
        return true;
      }
    }
    return false;
  }

  private boolean readParts(Set<String> names, List<String[]> parts, String between) {
    int length = parts.getFirst().length;
    List<Set<String>> values = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      Set<String> different = new LinkedHashSet<>();
      for (String[] one : parts) {
        different.add(one[i]);
      }
      values.add(different);
    }
    int metric = metric(values);
    boolean dotted = between.equals("\\.");
    boolean sure = metric >= 0 && values.get(metric).stream().anyMatch(SeriesNames::isMetric);
    if (metric < 0 || (!sure && !dotted && !isGrid(names.size(), values, metric))) {
      return false;
    }
    int node = node(values, metric);
    if (node < 0) {
      return false;
    }
    int at = 0;
    for (String name : names) {
      String[] one = parts.get(at++);
      Map<String, String> labels = new LinkedHashMap<>();
      labels.put(NODE, one[node]);
      for (int i = 0; i < length; i++) {
        if (i != node && i != metric && values.get(i).size() > 1) {
          labels.put("part" + (i + 1), one[i]);
        }
      }
      all.put(name, new Series(one[metric], labels));
    }
    // of each node most metrics are there; a table's own columns are no such grid
    boolean isGrid = names.size() >= MOSTLY * values.get(node).size() * values.get(metric).size();
    structured = isGrid && (values.get(metric).size() > 1 || length > 2 || dotted);
    return true;
  }

  /** Two metrics of each of many nodes, whatever they are called. */
  private static boolean isGrid(int names, List<Set<String>> values, int metric) {
    return values.size() == 2
        && values.get(metric).size() > 1
        && names == values.get(0).size() * values.get(1).size();
  }

  /** The part with names of metrics, or else the last one or the first with few values. */
  private static int metric(List<Set<String>> values) {
    int best = -1;
    for (int i = 0; i < values.size(); i++) {
      long known = values.get(i).stream().filter(SeriesNames::isMetric).count();
      if (2 * known >= values.get(i).size() && known > 0) {
        best = i;
      }
    }
    if (best >= 0) {
      return best;
    }
    int last = values.size() - 1;
    int most = values.stream().mapToInt(Set::size).max().orElse(0);
    for (int i : new int[] {last, 0}) {
      if (values.get(i).size() <= MOST_METRICS && values.get(i).size() * 2 <= most) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isMetric(String part) {
    String bare = part.replaceAll("[^A-Za-z0-9]+", "_");
    if (KnownNames.isMetric(part) || KnownNames.isLoad(part) || KnownNames.isMetric(bare)) {
      return true;
    }
    Set<String> words = new HashSet<>(List.of(bare.toLowerCase(Locale.ROOT).split("_")));
    return words.contains("cpu") || words.contains("rps") || words.contains("requests");
  }

  private static int node(List<Set<String>> values, int metric) {
    int node = -1;
    for (int i = 0; i < values.size(); i++) {
      boolean more =
          node < 0 ? values.get(i).size() > 1 : values.get(i).size() > values.get(node).size();
      if (i != metric && more) {
        node = i;
      }
    }
    return node;
  }
}
