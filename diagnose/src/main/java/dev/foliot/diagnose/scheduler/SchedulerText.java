package dev.foliot.diagnose.scheduler;

import dev.foliot.hotspot.pool.ThreadPool;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;

/** The texts of findings on CPUs and pools, with remedies and how to prove them. */
final class SchedulerText {
  private static final String AGAIN =
      " Proof: foliot diagnose PID --only scheduler again under the same load: ";
  private static final String NO_INTERVALS = AGAIN + "the intervals are gone.";
  private static final String NO_WAIT = AGAIN + "the run-queue wait is gone.";
  private static final String NOT_WOKEN =
      " The thread that queued them did not wake it, or woke it late. ";
  private static final double MANY_OTHERS = 0.1;
  private static final double ALMOST_ALL = 0.75;

  private SchedulerText() {}

  static String parked(ThreadPool.Kind kind) {
    return switch (kind) {
      case CARRIERS ->
          "Carriers are the threads that run virtual threads. Here a carrier slept although virtual"
              + " threads were queued, and no carrier took one of them in that time."
              + NOT_WOKEN
              + "The requests behind them wait, while a CPU is free.";
      case FORK_JOIN ->
          "Here a worker slept although tasks were queued, and no worker took one of them in that"
              + " time."
              + NOT_WOKEN
              + "The tasks wait, while a CPU is free.";
      case EXECUTOR, SCHEDULED, JETTY, JBOSS ->
          "Here a worker without a task slept although tasks were queued, and no worker took one of"
              + " them in that time."
              + NOT_WOKEN
              + "The queue, or code of the pool between two tasks, can also hold it back. The tasks"
              + " wait, while a CPU is free.";
    };
  }

  static List<String> parkedRemedies(ThreadPool.Kind kind) {
    return switch (kind) {
      case CARRIERS ->
          List.of(
              "Before JDK 25: run on 25, where a pool on few CPUs wakes enough threads"
                  + " (JDK-8322732). Proof: foliot diagnose PID --only scheduler there under the"
                  + " same load: the intervals are gone; foliot study short-tasks on both JDKs: the"
                  + " gain.",
              "On this JDK, with one or two CPUs: try -Djdk.virtualThreadScheduler.parallelism=4,"
                  + " or run short tasks on a pool of platform threads. Proof: the same, and foliot"
                  + " study short-tasks --arms virtual,fixed:4,adaptive: tasks a second and"
                  + " parked_while_queued_share.");
      case FORK_JOIN ->
          List.of(
              "Submit with execute or submit: lazySubmit wakes nobody, and leaves its task until"
                  + " something else wakes a worker."
                  + NO_INTERVALS,
              "Before JDK 25: run on 25, where a pool on few CPUs wakes enough threads"
                  + " (JDK-8322732). Proof: the same there.");
      case EXECUTOR, SCHEDULED, JETTY, JBOSS ->
          List.of(
              "See where the worker sleeps: jcmd PID Thread.print, several times. A worker without"
                  + " work is in take or poll of the queue. Code of an overridden queue above them"
                  + " must not wait for a lock or a timer."
                  + NO_INTERVALS,
              "Add tasks by execute or submit only, and use a queue of the JDK: a queue of your own"
                  + " must wake those who wait."
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
            "These threads were ready to run and waited in the kernel's run queue behind others. So"
                + " requests wait, although the process does not look busy by its own CPU time.");
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
                .append(": more of them want to run at once than there are CPUs.");
          } else if (isHidden(cpus)) {
            text.append(" Who filled the queue is unknown: Foliot itself used ")
                .append(Numbers.digits(cpus.foliot()))
                .append(" CPUs, and this process ")
                .append(Numbers.digits(cpus.own()))
                .append('.');
          }
          if (cpus.cpus() < cpus.online()) {
            text.append(" The machine has ")
                .append(cpus.online())
                .append(" CPUs; this process may use ")
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
                    + " (taskset, a cpuset, Kubernetes' static CPU manager); top shows them."
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
                    + " CPUs: foliot study of the service with a smaller fixed pool and with the"
                    + " adaptive pool shows which answers sooner."
                    + NO_WAIT);
          }
        });
    if (remedies.isEmpty()) {
      remedies.add("See with top -H which threads run on these CPUs." + NO_WAIT);
    }
    return remedies;
  }
}
