package dev.foliot.doctor;

import static dev.foliot.doctor.DoctorCheck.graded;
import static dev.foliot.doctor.DoctorCheck.limits;
import static dev.foliot.doctor.DoctorCheck.ok;
import static dev.foliot.doctor.DoctorCheck.spoils;

import dev.foliot.linux.ProcessLimits;
import dev.foliot.linux.ProcessStat;
import dev.foliot.linux.Reading;
import java.util.List;
import java.util.OptionalLong;

/** Judges the room for the work: descriptors, threads, priority, disk. */
final class RoomChecks {
  private static final String AREA = "room";
  private static final long MANY_FILES = 4_096;
  private static final long FEW_FILES = 256;
  private static final long MANY_THREADS = 4_096;
  private static final long FEW_THREADS = 256;
  private static final long GIB = 1L << 30;
  private static final long LEAST_FREE = 100L << 20;
  private static final int BATCH = 3;
  private static final int IDLE = 5;

  private RoomChecks() {}

  static List<DoctorCheck> of(Readings.Room seen) {
    return List.of(
        limit(
            "open files",
            seen.limits().map(ProcessLimits::openFiles),
            new long[] {FEW_FILES, MANY_FILES},
            "connections of a load and of a service under it may run out",
            "ulimit -n 65536, or LimitNOFILE= of the service"),
        limit(
            "processes",
            seen.limits().map(ProcessLimits::processes),
            new long[] {FEW_THREADS, MANY_THREADS},
            "threads of JVMs may run out: threads:N, and services under load",
            "ulimit -u 65536, or TasksMax= of the service"),
        priority(seen.process()),
        store(seen.storeFreeBytes()));
  }

  /**
   * @param bounds below the first a bench is spoilt, below the second limited
   */
  static DoctorCheck limit(
      String name, Reading<OptionalLong> limit, long[] bounds, String meaning, String remedy) {
    return graded(
        AREA,
        name,
        limit,
        most -> {
          if (most.isEmpty()) {
            return ok(AREA, name, "unlimited", "enough");
          }
          long value = most.getAsLong();
          if (value >= bounds[1]) {
            return ok(AREA, name, value, "enough");
          }
          return value >= bounds[0]
              ? limits(AREA, name, value, meaning, remedy)
              : spoils(AREA, name, value, "too few even for a bench: " + meaning, remedy);
        });
  }

  static DoctorCheck priority(Reading<ProcessStat> process) {
    return graded(
        AREA,
        "priority",
        process,
        stat -> {
          String value = "nice " + stat.nice() + ", policy " + policy(stat.policy());
          if (stat.policy() == BATCH || stat.policy() == IDLE) {
            return spoils(
                AREA,
                "priority",
                value,
                "forks inherit it, and run only when others leave time",
                "chrt --other 0 ./foliot ...");
          }
          return stat.nice() > 0
              ? limits(
                  AREA,
                  "priority",
                  value,
                  "forks inherit it, and others go before them",
                  "start it without nice")
              : ok(AREA, "priority", value, "forks inherit it, and compete like others or better");
        });
  }

  private static String policy(int policy) {
    return switch (policy) {
      case 0 -> "other";
      case 1 -> "fifo";
      case 2 -> "rr";
      case BATCH -> "batch";
      case IDLE -> "idle";
      case 6 -> "deadline";
      default -> String.valueOf(policy);
    };
  }

  static DoctorCheck store(Reading<Long> freeBytes) {
    String name = "store";
    return switch (freeBytes) {
      case Reading.Unavailable<Long>(String reason, String remedy) ->
          spoils(AREA, name, "none", reason, remedy);
      case Reading.Value<Long>(Long free) -> {
        String remedy = "free space, or name another folder with --store";
        yield (free >= GIB
                ? ok(AREA, name, free, "free; a fork takes some MB")
                : free >= LEAST_FREE
                    ? limits(AREA, name, free, "free; a fork takes some MB", remedy)
                    : spoils(AREA, name, free, "free; too little for a run", remedy))
            .in("bytes");
      }
    };
  }
}
