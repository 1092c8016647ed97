package dev.foliot.load.yaml;

import dev.foliot.load.yaml.YamlValue.Entries;
import dev.foliot.load.yaml.YamlValue.Items;
import dev.foliot.load.yaml.YamlValue.Scalar;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Parses YAML from untrusted writers: no tags, and limited depth, aliases and number of values. The
 * result has only text, lists and mappings.
 */
public final class YamlText {
  private static final int DEEPEST = 12;
  private static final int MOST_ALIASES = 50;
  private static final int MOST_VALUES = 10_000;

  private final Complaints complaints;
  private int values;

  private YamlText(Complaints complaints) {
    this.complaints = complaints;
  }

  /**
   * The value of a text; null if unusable, which is reported.
   *
   * @param first what a file begins with, such as {@code study: NAME}
   * @param text short enough for memory
   */
  public static @Nullable YamlValue read(String text, String first, Complaints complaints) {
    LoadSettings settings =
        LoadSettings.builder()
            .setMaxAliasesForCollections(MOST_ALIASES)
            .setCodePointLimit(Math.max(1, text.length()))
            .build();
    try {
      // the composer is recursive per level, the parser is not
      if (!isHarmless(new Parse(settings).parseString(text), complaints)) {
        return null;
      }
      Optional<Node> root = new Compose(settings).composeString(text);
      if (root.isEmpty()) {
        complaints.add(1, "there is nothing in this file; begin with " + first);
        return null;
      }
      return new YamlText(complaints).value(root.get(), 0);
    } catch (MarkedYamlEngineException e) {
      int line = line(e.getProblemMark().or(e::getContextMark));
      complaints.add(
          line, said(e, text.lines().skip(Math.max(0, line - 1)).findFirst().orElse("")));
      return null;
    } catch (YamlEngineException e) {
      complaints.add(0, "this is no YAML that is taken here: " + e.getMessage() + "; mend it");
      return null;
    } catch (TooMuch e) {
      complaints.add(e.line, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** The text of mappings, lists, texts, numbers and truths, in blocks. */
  public static String of(Map<String, Object> values) {
    return new Dump(
            DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.BLOCK)
                .setSplitLines(false)
                .build())
        .dumpToString(values);
  }

  /** Exceeds the size of any file that is taken. */
  private static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int line;

    TooMuch(int line, String message) {
      super(message);
      this.line = line;
    }
  }

  private static boolean isHarmless(Iterable<Event> events, Complaints complaints) {
    int depth = 0;
    int documents = 0;
    for (Event event : events) {
      int line = line(event.getStartMark());
      switch (event.getEventId()) {
        case SequenceStart, MappingStart -> {
          depth++;
          if (depth > DEEPEST) {
            complaints.add(
                line, "this is nested more than " + DEEPEST + " levels deep; six are enough");
            return false;
          }
          refuseTag(((CollectionStartEvent) event).getTag(), line, complaints);
        }
        case SequenceEnd, MappingEnd -> depth--;
        case Scalar -> refuseTag(((ScalarEvent) event).getTag(), line, complaints);
        case DocumentStart -> {
          documents++;
          if (documents > 1) {
            complaints.add(line, "a second document begins here; put each into a file of its own");
            return false;
          }
        }
        default -> {
          continue;
        }
      }
    }
    return complaints.isEmpty();
  }

  private static void refuseTag(Optional<String> tag, int line, Complaints complaints) {
    tag.ifPresent(name ->
        complaints.add(
            line, "the tag '" + Shown.text(name, 60) + "' is not taken; leave the tag out"));
  }

  private static String said(MarkedYamlEngineException e, String line) {
    String problem = String.valueOf(e.getProblem());
    if (line.substring(0, line.length() - line.stripLeading().length()).contains("\t")) {
      return "there is a tab where YAML wants spaces; indent with spaces";
    }
    return "this is no YAML: "
        + problem
        + (e.getContext() == null || e.getContext().isEmpty() ? "" : ", " + e.getContext())
        + "; mend this line or those before it";
  }

  private YamlValue value(Node node, int depth) {
    int line = line(node.getStartMark());
    values++;
    if (values > MOST_VALUES || depth > DEEPEST) {
      throw new TooMuch(
          line,
          values > MOST_VALUES
              ? "there are more than " + MOST_VALUES + " values; use fewer aliases"
              : "an alias leads back to itself, or too deep; write out what is meant");
    }
    return switch (node) {
      case ScalarNode scalar ->
          new Scalar(
              line,
              scalar.getValue(),
              scalar.getScalarStyle() != ScalarStyle.PLAIN,
              index(scalar.getStartMark()),
              index(scalar.getEndMark()));
      case SequenceNode sequence -> {
        List<YamlValue> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
          items.add(value(item, depth + 1));
        }
        yield new Items(line, items);
      }
      case MappingNode mapping -> entries(mapping, line, depth);
      default -> throw new TooMuch(line, "nothing of this kind is taken; leave it out");
    };
  }

  private Entries entries(MappingNode mapping, int line, int depth) {
    Map<String, YamlValue> entries = new LinkedHashMap<>();
    Map<String, Integer> lines = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      YamlValue key = value(tuple.getKeyNode(), depth + 1);
      YamlValue value = value(tuple.getValueNode(), depth + 1);
      if (!(key instanceof Scalar name)) {
        complaints.add(key.line(), "a name is " + key.kind() + "; write NAME: VALUE");
        continue;
      }
      Integer before = lines.putIfAbsent(name.text(), key.line());
      if (before == null) {
        entries.put(name.text(), value);
      } else {
        complaints.add(
            key.line(),
            "'"
                + Shown.text(name.text())
                + "' is there already in line "
                + before
                + "; leave one of the two out");
      }
    }
    return new Entries(line, entries, lines);
  }

  private static int line(Optional<Mark> mark) {
    return mark.map(at -> at.getLine() + 1).orElse(0);
  }

  private static int index(Optional<Mark> mark) {
    return mark.map(Mark::getIndex).orElse(0);
  }
}
