package dev.foliot.store.demo;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.store.Copies;
import dev.foliot.store.Redaction;
import dev.foliot.store.Validity;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of a demo, which compares two or three sides. JSON has the text of the reason too, and
 * what was shown beside the others.
 *
 * @param name {@link #STALL}, {@link #PLACEMENT} or {@link #BURST}
 * @param title its title
 * @param status whether it worked here
 * @param reasonCode the obstacle and its remedy; null if it worked
 * @param shown what it showed
 * @param runs ids of the runs with the details, in the same store
 * @param commands commands that do the same for the reader's own system, each a line
 * @param validity the reliability of the figures
 */
@JsonPropertyOrder({
  "name",
  "title",
  "status",
  "reason",
  "shown",
  "runs",
  "commands",
  "validity",
  "reason_code"
})
public record DemoPart(
    String name,
    String title,
    Status status,
    @Nullable Reason reasonCode,
    @JsonUnwrapped Shown shown,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> runs,
    List<String> commands,
    Validity validity) {
  /** A stall that a closed loop omits but users notice. */
  public static final String STALL = "stall";

  /** Two JVMs that differ only in the address of a class. */
  public static final String PLACEMENT = "placement";

  /** Threading models on one burst. */
  public static final String BURST = "burst";

  /** Whether a part worked. */
  public enum Status {
    /** It was. */
    @JsonProperty("done")
    DONE,
    /** This machine cannot. */
    @JsonProperty("unavailable")
    UNAVAILABLE
  }

  /**
   * What a part showed.
   *
   * @param says the results, as sentences
   * @param sides the compared sides, in order
   * @param figures figures of the sides
   * @param curves the curves of the sides. A stall: durations in nanoseconds by the nines of their
   *     percentile. A burst: answers a second by seconds
   * @param places the position of a class by side, with the prediction made before its JVM was
   *     measured
   */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Shown(
      List<String> says,
      List<String> sides,
      List<DemoFigure> figures,
      List<DemoCurve> curves,
      Map<String, StudyPrediction> places) {
    /** Nothing was shown. */
    public static final Shown NOTHING =
        new Shown(List.of(), List.of(), List.of(), List.of(), Map.of());

    /** Keeps copies. */
    public Shown {
      says = List.copyOf(says);
      sides = List.copyOf(sides);
      figures = List.copyOf(figures);
      curves = List.copyOf(curves);
      places = Copies.ordered(places);
    }

    private Shown redacted() {
      return new Shown(says.stream().map(Redaction::text).toList(), sides, figures, curves, places);
    }
  }

  /** Keeps copies and checks that nothing is missing. */
  public DemoPart {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(shown, "shown");
    runs = List.copyOf(runs);
    commands = List.copyOf(commands);
    Objects.requireNonNull(validity, "validity");
  }

  @JsonCreator
  static DemoPart stored(
      @JsonProperty("name") String name,
      @JsonProperty("title") String title,
      @JsonProperty("status") Status status,
      @JsonProperty("reason") @Nullable String reason,
      @JsonUnwrapped Shown shown,
      @JsonProperty("runs") List<String> runs,
      @JsonProperty("commands") List<String> commands,
      @JsonProperty("validity") Validity validity,
      @JsonProperty("reason_code") @Nullable Reason code) {
    return new DemoPart(
        name,
        title,
        status,
        code == null ? null : Reasons.ofStored(String.valueOf(reason), code),
        shown,
        runs,
        commands,
        validity);
  }

  /** A part that does not work here, because of an obstacle. */
  public static DemoPart unavailable(
      String name, String title, List<String> commands, Reason reason) {
    return new DemoPart(
        name,
        title,
        Status.UNAVAILABLE,
        reason,
        Shown.NOTHING,
        List.of(),
        commands,
        Validity.valid());
  }

  /** The obstacle and its remedy, as text; null if it worked. */
  @JsonProperty("reason")
  public @Nullable String reason() {
    return reasonCode == null ? null : reasonCode.sentence();
  }

  /** Whether it worked. */
  public boolean wasShown() {
    return status == Status.DONE;
  }

  /** The same without secrets. */
  DemoPart redacted() {
    return new DemoPart(
        name,
        Redaction.text(title),
        status,
        reasonCode == null ? null : Redaction.reason(reasonCode),
        shown.redacted(),
        runs,
        commands,
        Redaction.validity(validity));
  }
}
