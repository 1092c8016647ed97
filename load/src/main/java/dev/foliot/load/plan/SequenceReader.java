package dev.foliot.load.plan;

import dev.foliot.load.Capture;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sequence;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.yaml.Complaints;
import dev.foliot.load.yaml.Fields;
import dev.foliot.load.yaml.YamlValue;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a sequence of requests in a file. For one thread. */
final class SequenceReader {
  /** The field that makes a sequence of an item. */
  static final String STEPS = "sequence";

  /** The fields of a sequence. */
  static final List<String> FIELDS = List.of("name", STEPS, "weight", "cookies");

  /** The fields of one of its requests. */
  static final List<String> STEP =
      List.of(
          "name", "host", "method", "path", "headers", "body", "checks", "events", "capture",
          "think");

  /** The fields of a capture. */
  static final List<String> CAPTURE = List.of("json", "header", "regex");

  private static final int MOST_STEPS = 50;
  private static final int MOST_WEIGHT = 1_000_000;
  private static final int LONGEST_NAME = 100;

  private final Path folder;
  private final Map<String, Target> hosts;
  private final Complaints complaints;

  /**
   * @param folder where files of variables are
   * @param hosts by their names in the plan
   */
  SequenceReader(Path folder, Map<String, Target> hosts, Complaints complaints) {
    this.folder = folder;
    this.hosts = hosts;
    this.complaints = complaints;
  }

  /** Whether an item of requests is a sequence. */
  static boolean isSequence(YamlValue item) {
    return item instanceof YamlValue.Entries entries && entries.values().containsKey(STEPS);
  }

  /**
   * Reads one; reports errors.
   *
   * @param number of the sequence in its file, from 1
   * @return null if it cannot be used
   */
  @Nullable Sequence read(YamlValue item, int number) {
    Fields sequence = Fields.of(item, "a sequence", FIELDS, complaints);
    String name = sequence.called("name", "sequence " + number, LONGEST_NAME);
    int weight = (int) sequence.whole("weight", 1, 1, MOST_WEIGHT);
    boolean cookies = sequence.truth("cookies", true);
    List<Sequence.Step> steps = new ArrayList<>();
    Set<String> captured = new LinkedHashSet<>();
    for (YamlValue one : sequence.items(STEPS, MOST_STEPS)) {
      Sequence.Step step = step(one, captured, steps.isEmpty());
      steps.add(step);
      captured.addAll(step.captures().keySet());
    }
    if (!complaints.isEmpty()) {
      return null;
    }
    try {
      return new Sequence(name, steps, weight, cookies);
    } catch (FoliotException e) {
      complaints.add(sequence.line(), "sequence: " + e.getMessage());
      return null;
    }
  }

  private Sequence.Step step(YamlValue value, Set<String> captured, boolean isFirst) {
    Fields step = Fields.of(value, "a step", STEP, complaints);
    RequestTemplate request = RequestReader.read(step, folder, hosts, captured, complaints);
    if (isFirst) {
      step.refuse("think", "the first step is due by the schedule; leave it out");
    }
    Think think = step.one("think", Think.NONE, text -> Think.parse(text, Think.Spread.CONSTANT));
    Map<String, Capture> captures = captures(step);
    try {
      return new Sequence.Step(request, think, captures);
    } catch (FoliotException e) {
      step.complain("capture", String.valueOf(e.getMessage()));
      return new Sequence.Step(request, Think.NONE, Map.of());
    }
  }

  private Map<String, Capture> captures(Fields step) {
    Map<String, Capture> captures = new LinkedHashMap<>();
    YamlValue value = step.value("capture");
    if (value instanceof YamlValue.Entries entries) {
      entries
          .values()
          .forEach((name, where) -> {
            Capture capture = capture(Fields.of(where, "a capture", CAPTURE, complaints));
            if (capture != null) {
              captures.put(name, capture);
            }
          });
    } else if (value != null) {
      step.complain(
          "capture", "here is " + value.kind() + "; write it as in capture: {token: {json: $.id}}");
    }
    return captures;
  }

  private @Nullable Capture capture(Fields fields) {
    if (CAPTURE.stream().filter(fields::has).count() != 1) {
      complaints.add(
          fields.line(), "a capture has one of json, header and regex; write {json: $.id}");
      return null;
    }
    Capture fallback = new Capture.Header("none");
    return fields.has("json")
        ? fields.one("json", fallback, Capture::json)
        : fields.has("header")
            ? fields.one("header", fallback, Capture.Header::new)
            : fields.one("regex", fallback, Capture::regex);
  }
}
