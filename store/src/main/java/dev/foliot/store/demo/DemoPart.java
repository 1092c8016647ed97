package dev.foliot.store.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.foliot.store.Copies;
import dev.foliot.store.Validity;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.text.Reason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a demo shows, on two or three sides that are to be compared.
 *
 * @param name {@link #STALL}, {@link #PLACEMENT} or {@link #BURST}
 * @param title what it shows
 * @param status whether it could be shown here
 * @param reason why not, with the remedy; null where it could
 * @param says what was seen, sentence by sentence
 * @param sides what is compared, in order
 * @param figures of the sides
 * @param curves what is drawn of the sides: of a stall durations in nanoseconds by the nines of
 *     their percentile, of a burst answers a second by seconds
 * @param places where a class lies, by side; what was said of it before its JVM was measured
 * @param runs the ids of the runs that have the details, in the same store
 * @param commands the same for a reader's own system, each a line
 * @param validity how far the figures can be relied upon
 * @param reasonCode the reason as data; null where it could be shown, and in files of older
 *     versions
 */
public record DemoPart(
    String name,
    String title,
    Status status,
    @Nullable String reason,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> says,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> sides,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<DemoFigure> figures,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<DemoCurve> curves,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, StudyPrediction> places,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> runs,
    List<String> commands,
    Validity validity,
    @Nullable Reason reasonCode) {
  /** A stall that a closed loop leaves out, and users feel. */
  public static final String STALL = "stall";

  /** Two JVMs that differ in the address of a class alone. */
  public static final String PLACEMENT = "placement";

  /** Ways to thread a service, on one burst. */
  public static final String BURST = "burst";

  /** Whether a part could be shown. */
  public enum Status {
    /** It was. */
    @JsonProperty("done")
    DONE,
    /** This machine cannot. */
    @JsonProperty("unavailable")
    UNAVAILABLE
  }

  /** Keeps copies and checks that nothing is missing. */
  public DemoPart {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    Objects.requireNonNull(status, "status");
    says = List.copyOf(says);
    sides = List.copyOf(sides);
    figures = List.copyOf(figures);
    curves = List.copyOf(curves);
    places = Copies.ordered(places);
    runs = List.copyOf(runs);
    commands = List.copyOf(commands);
    Objects.requireNonNull(validity, "validity");
  }

  /**
   * One that cannot be shown here.
   *
   * @param reason why not, and what to do, in a line
   * @param reasonCode the same as data; null where there is none
   */
  public static DemoPart unavailable(
      String name,
      String title,
      List<String> commands,
      String reason,
      @Nullable Reason reasonCode) {
    return new DemoPart(
        name,
        title,
        Status.UNAVAILABLE,
        reason,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        List.of(),
        commands,
        Validity.valid(),
        reasonCode);
  }

  /** Whether it was shown. */
  public boolean wasShown() {
    return status == Status.DONE;
  }
}
