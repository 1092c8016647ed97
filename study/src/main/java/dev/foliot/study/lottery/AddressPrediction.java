package dev.foliot.study.lottery;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.klass.ClassList;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.text.StudyReason;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Predicts the band of a lottery fork from outside, from the address of one class alone.
 *
 * <p>It decides whether the field that the writer writes and the field that the reader reads are on
 * one cache line. It uses neither the running code nor its speed.
 *
 * @param version of the JVM
 * @param feature its feature release
 * @param table whether it looks interfaces up in a table (UseSecondarySupersTable), which does not
 *     write; empty without such a flag
 * @param parcel the class in question
 * @param written the offset of the written field, in bytes
 * @param read the offset of the read field
 * @param lineBytes in a cache line
 */
public record AddressPrediction(
    String version,
    int feature,
    Optional<Boolean> table,
    LoadedClass parcel,
    int written,
    int read,
    int lineBytes) {
  /** The class whose address decides. */
  public static final String PARCEL = "dev.foliot.apps.lottery.Parcel";

  private static final String MESSAGE = "dev.foliot.apps.lottery.Message";
  private static final String APP = "app";
  private static final String TABLE = "UseSecondarySupersTable";

  /** The first release that does not write, even if its flags are unreadable (JDK-8180450). */
  private static final int CURED = 23;

  private static final int USUAL_LINE_BYTES = 64;

  /** A class list may break off during loading and unloading. */
  private static final int TRIES = 3;

  /**
   * Reads it from a running lottery, which does not notice.
   *
   * @param root below which the kernel's files are, usually "/"
   */
  public static Reading<AddressPrediction> of(Path root, long pid) {
    return switch (HotspotJvm.attach(root, pid)) {
      case Reading.Unavailable<HotspotJvm> none -> none.retyped();
      case Reading.Value<HotspotJvm>(HotspotJvm jvm) -> {
        try (jvm) {
          yield of(root, jvm);
        }
      }
    };
  }

  private static Reading<AddressPrediction> of(Path root, HotspotJvm jvm) {
    int lineBytes = new Cpus(root).cacheLineBytes().orElse(USUAL_LINE_BYTES);
    Reading<AddressPrediction> answer =
        Reading.unavailable(new StudyReason.ClassUnlisted(PARCEL, jvm.pid()));
    if (!(jvm.layout().secondarySuperCache() instanceof Reading.Value<Integer>(Integer written))) {
      return ((Reading.Unavailable<Integer>) jvm.layout().secondarySuperCache()).retyped();
    }
    if (jvm.layout().superCheckOffset() instanceof Reading.Unavailable<Integer> unavailable) {
      return unavailable.retyped();
    }
    for (int i = 0; i < TRIES; i++) {
      switch (jvm.classes()) {
        case Reading.Unavailable<ClassList> none -> answer = none.retyped();
        case Reading.Value<ClassList>(ClassList classes) -> {
          Optional<LoadedClass> parcel =
              classes.all().stream()
                  .filter(one -> one.name().equals(PARCEL) && !one.loader().equals(APP))
                  .findFirst();
          Optional<LoadedClass> message =
              classes.all().stream().filter(one -> one.name().equals(MESSAGE)).findFirst();
          if (parcel.isPresent() && message.isPresent()) {
            return Reading.of(
                new AddressPrediction(
                    jvm.version(),
                    jvm.feature(),
                    jvm.flags().toOptional().flatMap(flags -> flags.bool(TABLE)),
                    parcel.get(),
                    written,
                    message.get().superCheckOffset(),
                    lineBytes));
          }
        }
      }
    }
    return answer;
  }

  /** Whether the JVM does not write the word. */
  boolean isCured() {
    return table.orElse(feature >= CURED);
  }

  boolean isSameLine() {
    return line(written) == line(read);
  }

  private long line(int offset) {
    return Long.divideUnsigned(parcel.address() + offset, lineBytes);
  }

  /** The class's offset in a cache line, in bytes. */
  public int lineOffset() {
    return (int) Long.remainderUnsigned(parcel.address(), lineBytes);
  }

  /** Its stored form. */
  StudyPrediction record(InstantSource time) {
    int lineOffset = lineOffset();
    String band =
        isCured()
            ? StudyPrediction.ALIKE
            : isSameLine() ? StudyPrediction.SLOW : StudyPrediction.FAST;
    return new StudyPrediction(
        time.instant().toString(),
        version,
        new StudyPrediction.LoadedClass(
            parcel.name(), parcel.loader(), "0x" + Long.toHexString(parcel.address())),
        new StudyPrediction.Line(lineBytes, lineOffset, written, read, isSameLine()),
        band,
        isCured() ? cured() : reason(lineOffset));
  }

  private String cured() {
    return "JDK "
        + version
        + " looks interfaces up in a table"
        + (table.isPresent() ? " (" + TABLE + " is on)" : "")
        + " and does not write on a type check, so no address is slow";
  }

  private String reason(int lineOffset) {
    return "at "
        + lineOffset
        + " into a line of "
        + lineBytes
        + " bytes _secondary_super_cache (+"
        + written
        + "), which the writer writes, and what the reader reads (+"
        + read
        + ") are on "
        + (isSameLine() ? "one line" : "different lines");
  }
}
