package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The texts of findings on CPUs and pools, with remedies and how to prove them. */
final class SchedulerText {
  static final String LATE =
      "Who waits for a task or an answer sleeps, and is woken when it comes. From then on"
          + " it only has to be put on a CPU. These threads were, but late: other threads"
          + " held the CPU that they were woken on, or the CPU had to be woken itself."
          + " Each such wait is added to a response time, and no profile of the program"
          + " shows it.";

  static final List<String> LATE_REMEDIES =
      List.of(
          "Where run-queue wait is found as well, mend that first: it is the same wait."
              + " Proof: foliot diagnose PID --only scheduler again: p99 from wake-up to"
              + " running has fallen.",
          "Where CPUs are idle at the same time, see which CPU the threads are woken on:"
              + " affinity and cpusets may hold them to a busy one; on a virtual machine"
              + " the hypervisor may be late to give the CPU (look at steal). Proof: as"
              + " above.");

  static final String THROTTLED =
      "A quota grants CPU time in periods, of 100 ms as a rule. A JVM with many threads uses"
          + " it up early in the period, on several CPUs at once, and then all of its threads"
          + " stand still until the next one, whatever they hold: requests, locks, the"
          + " garbage collector. On the average the CPU looks half idle.";

  static final List<String> THROTTLED_REMEDIES =
      List.of(
          "Raise the quota (cpu.max, Kubernetes' CPU limit), or take it away and keep the"
              + " share (requests). Proof: foliot diagnose PID --only scheduler again under"
              + " the same load: no period was throttled.",
          "Let fewer threads run at once within the quota: -XX:ActiveProcessorCount, fewer GC"
              + " and compiler threads, a smaller pool. Proof: as above, and foliot study"
              + " with the same quota (cpu-quota of a study file) on either: p99.9.");

  static final String STOLEN =
      "The CPUs of a virtual machine are threads of its host. When these were ready"
          + " to run, the host ran other machines. Inside, it looks as if the CPU"
          + " had stood still for milliseconds, to every thread on it.";

  static final List<String> STOLEN_REMEDIES =
      List.of(
          "Move to a host or an instance with CPUs of its own, or away from a noisy"
              + " neighbour; burstable instances do this when their credits are"
              + " used up. Proof: foliot diagnose PID --only scheduler there under"
              + " the same load.");

  static final String MOVED =
      "The kernel moves threads that wake up to whichever CPU is free. What a thread had"
          + " in the caches of its old CPU it has to fetch again on the new one. These"
          + " threads are moved so often that they hardly ever run warm.";

  static final List<String> MOVED_REMEDIES =
      List.of(
          "Let fewer threads share the work, so that each runs for longer at a time, or"
              + " hand on work in batches: foliot study of the service with a smaller"
              + " pool. Proof: foliot diagnose PID --only scheduler again: fewer moves;"
              + " and foliot study: less CPU for each request.",
          "Keep the process to the CPUs of one shared cache (taskset, a cpuset). Proof:"
              + " foliot compare of a run of either: the CPU for each request.");

  private static final String AGAIN =
      " Proof: foliot diagnose PID --only scheduler again under the same load: ";
  private static final String NO_INTERVALS = AGAIN + "the spells are gone.";
  private static final String NO_WAIT = AGAIN + "the run-queue wait is gone.";
  private static final double MANY_OTHERS = 0.1;
  private static final double ALMOST_ALL = 0.75;

  private SchedulerText() {}

  static String parked(ThreadPool.Kind kind) {
    return switch (kind) {
      case CARRIERS ->
          "Virtual threads that can run wait in the queues of a small pool, and its threads, the"
              + " carriers, take them from there. Here a carrier slept although virtual threads"
              + " were queued, and for all of a spell nobody took any of them: who had queued them"
              + " did not wake it, or was late to. The requests behind them wait, while the CPU is"
              + " free.";
      case FORK_JOIN ->
          "Tasks wait in the queues of a pool, and its threads, the workers, take them from there."
              + " Here a worker slept although tasks were queued, and for all of a spell nobody"
              + " took any of them: who had queued them did not wake it, or was late to. What waits"
              + " for these tasks waits, while the CPU is free.";
      case EXECUTOR ->
          "Tasks wait in the queue of a pool, and its threads, the workers, take them from there."
              + " Here a worker had nothing to do and slept although tasks were queued, and for all"
              + " of a spell nobody took any of them: who had queued them did not wake it, or the"
              + " queue, or code of the pool between two tasks, held it back. What waits for these"
              + " tasks waits, while the CPU is free.";
    };
  }

  static List<String> parkedRemedies(ThreadPool.Kind kind) {
    return switch (kind) {
      case CARRIERS ->
          List.of(
              "On a JDK before 25, run on 25: JDK-8322732 mended a pool that used small numbers of"
                  + " cores poorly, since it woke too few. Proof: foliot diagnose PID --only"
                  + " scheduler there under the same load: the spells are gone; foliot study"
                  + " short-tasks on either JDK: the gain.",
              "On the JDK as it is, and one or two CPUs, try"
                  + " -Djdk.virtualThreadScheduler.parallelism=4, which Red Hat's guide of Data"
                  + " Grid advises before JDK 24, or run short tasks on a pool of platform threads."
                  + " Proof: as above, and foliot study short-tasks --arms"
                  + " virtual,fixed:4,adaptive: tasks a second and parked_while_queued_share.");
      case FORK_JOIN ->
          List.of(
              "Submit with execute or submit: lazySubmit wakes nobody, and leaves its task until"
                  + " something else wakes a worker."
                  + NO_INTERVALS,
              "On a JDK before 25, run on 25: JDK-8322732 mended a pool that used small numbers of"
                  + " cores poorly, since it woke too few. Proof: the same there.");
      case EXECUTOR ->
          List.of(
              "See where the worker sleeps: jcmd PID Thread.print, several times. A worker that"
                  + " waits for work is in take or poll of the queue; above them may be code of"
                  + " your own, of a queue that is overridden, or that waits for a lock or a"
                  + " timer. Take the wait out of it."
                  + NO_INTERVALS,
              "Where tasks are put into the queue by other ways than execute or submit, or by a"
                  + " queue of your own that does not signal those who wait, use the pool's execute"
                  + " and the JDK's queue as it is."
                  + NO_INTERVALS);
    };
  }

  private static boolean isByOthers(CpuShares cpus) {
    return cpus.others() >= MANY_OTHERS * cpus.cpus();
  }

  private static boolean isByItself(CpuShares cpus) {
    return cpus.own() >= ALMOST_ALL * cpus.cpus() || !(isByOthers(cpus) || isHidden(cpus));
  }

  /** Foliot's own use, perhaps on other CPUs, may hide a larger use by others. */
  private static boolean isHidden(CpuShares cpus) {
    return !isByOthers(cpus) && cpus.foliot() >= MANY_OTHERS * cpus.cpus();
  }

  static String waits(SchedulerObservations observed) {
    StringBuilder text =
        new StringBuilder(
            "A thread that has work to do still has to be put on a CPU by the kernel. These threads"
                + " were ready, and stood in the kernel's queue behind others: requests wait,"
                + " although the process does not look busy by its own CPU time.");
    observed
        .cpus()
        .ifPresent(cpus -> {
          if (isByOthers(cpus)) {
            text.append(" Other processes used ")
                .append(Numbers.digits(cpus.others()))
                .append(" of the ")
                .append(cpus.cpus())
                .append(" CPUs that this one may use.");
          }
          if (isByItself(cpus)) {
            text.append(" Its own threads used ")
                .append(Numbers.digits(cpus.own()))
                .append(": more of them want to run at once than there are CPUs for.");
          } else if (isHidden(cpus)) {
            text.append(" Whose the queue is cannot be said: Foliot itself used ")
                .append(Numbers.digits(cpus.foliot()))
                .append(" CPUs, and this process ")
                .append(Numbers.digits(cpus.own()))
                .append('.');
          }
          if (cpus.cpus() < cpus.online()) {
            text.append(" The machine has ")
                .append(cpus.online())
                .append(" CPUs; this process is kept to ")
                .append(cpus.cpus())
                .append('.');
          }
        });
    return text.toString();
  }

  static List<String> waitRemedies(SchedulerObservations observed) {
    List<String> remedies = new ArrayList<>();
    observed
        .cpus()
        .ifPresent(cpus -> {
          if (isByOthers(cpus)) {
            remedies.add(
                "Take the other processes off these CPUs, or give this one CPUs of its own"
                    + " (taskset, a cpuset, Kubernetes' static CPU manager); top shows who they"
                    + " are."
                    + NO_WAIT);
          }
          if (cpus.cpus() < cpus.online()) {
            remedies.add(
                "Let it use more of the machine's CPUs: widen its affinity (taskset -p PID) or"
                    + " its cpuset."
                    + NO_WAIT);
          }
          if (isByItself(cpus)) {
            remedies.add(
                "Let fewer threads compute at once, as many as there are CPUs, or give it more"
                    + " CPUs: foliot study of the service with a smaller fixed pool and with"
                    + " the adaptive one shows which serves sooner."
                    + NO_WAIT);
          }
        });
    if (remedies.isEmpty()) {
      remedies.add("See with top -H which threads run on these CPUs." + NO_WAIT);
    }
    return remedies;
  }
}
