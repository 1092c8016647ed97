package dev.foliot.study.lottery;

import dev.foliot.linux.CpuList;
import dev.foliot.service.CpuPartition;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The CPUs of the lottery's two threads: two, on different cores if possible. With more the threads
 * would migrate, and with one they would never run at the same time.
 */
public final class LotteryCpus {
  private LotteryCpus() {}

  /** The CPUs of both threads. */
  public static CpuList of(CpuPartition partition) {
    return CpuList.of(
        IntStream.concat(
                partition.service().stream().limit(1), partition.driver().stream().limit(1))
            .toArray());
  }

  /** Why the bands may not appear there; empty if they should. */
  public static List<Reason> suspect(CpuPartition partition) {
    CpuList cpus = of(partition);
    if (cpus.size() == 1) {
      return List.of(new StudyReason.LotteryOnOneCpu(cpus.toString()));
    }
    return partition.suspect().isEmpty()
        ? List.of()
        : List.of(new StudyReason.LotteryOnOneCore(cpus.toString()));
  }

  /** The assignment of CPUs, in stored form. */
  public static StudyCpus record(CpuPartition partition) {
    return new StudyCpus(of(partition).toString(), null, null, suspect(partition));
  }
}
