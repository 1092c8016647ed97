package dev.foliot.report.study;

import dev.foliot.report.bench.Group;
import dev.foliot.report.page.Block;
import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Quantity;
import dev.foliot.report.page.Units;
import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pictures of short tasks: everything against how long a task is, for each app and CPUs. */
final class TaskPlots {
  private static final double NS_IN_S = 1e9;

  private final StudyView study;
  private final Map<Group, LoadAxis> groups = new LinkedHashMap<>();

  /** What is compared with nothing but itself. */
  private record Group(@Nullable String app, @Nullable Integer cpus) {
    String title() {
      String what = app == null ? "the service" : Foreign.text(app, 40);
      return cpus == null ? what : what + " on " + Units.count(cpus, "CPU");
    }
  }

  TaskPlots(StudyView study) {
    this.study = study;
    for (StudyStep step : study.study().steps()) {
      if (step.varied().taskNs() != null) {
        Group group = new Group(step.varied().app(), step.varied().cpus());
        groups.computeIfAbsent(group, g -> LoadAxis.taskLength(study, g.app, g.cpus));
      }
    }
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    row(
        blocks,
        "Throughput against task length",
        "Both axes are logarithmic. "
            + ForkDots.CLAIM
            + " The dashed line is what the CPUs could do if there were nothing but the tasks:"
            + " their number over the task's length.",
        figures("rate", StudyMeasure.THROUGHPUT));
    row(
        blocks,
        "How much of that is reached",
        "Throughput times the task's length, over the CPUs. The rest is what it costs to get a task"
            + " to a thread, to let threads sleep and to wake them; and, where there is a network,"
            + " to read requests and to write answers.",
        figures("share", reached()));
    row(
        blocks,
        "CPU time per task",
        "User and system time of the whole service over the tasks done. The dashed line is the"
            + " task itself.",
        figures("cpu", StudyMeasure.CPU_PER_TASK));
    row(
        blocks,
        "Run-queue wait per switch",
        "How long a thread that is ready waits for a CPU: the wait of all threads of the service,"
            + " carriers included, over their context switches. Threads that were woken and threads"
            + " that were preempted are in it.",
        figures("wake", StudyMeasure.WAKE_WAIT));
    row(
        blocks,
        "How long a worker stays parked while tasks wait",
        "The part of the time in which a task waited that some worker was parked all the same.",
        figures("parked", StudyMeasure.PARKED));
    row(
        blocks,
        "The longest time for which a worker stayed parked while tasks waited",
        "Of each fork the longest, by samples every 2 ms: what is less than that apart may be"
            + " alike.",
        figures("longest", StudyMeasure.LONGEST_PARKED));
    row(
        blocks,
        "How long a woken worker waits for a CPU",
        "By the kernel's trace points, wake-up by wake-up: the mean of each fork. The table below"
            + " says of how many.",
        figures("woken", StudyMeasure.WOKEN_MEAN));
    blocks.addAll(WakeUpTable.of(study));
    return blocks;
  }

  private void row(List<Block> blocks, String title, String claim, List<Block.Figure> figures) {
    if (!figures.isEmpty()) {
      blocks.add(new Block.Row(title, claim, figures, study.legend()));
    }
  }

  private List<Block.Figure> figures(String name, StudyMeasure measure) {
    List<Block.Figure> figures = new ArrayList<>();
    int number = 0;
    for (Map.Entry<Group, LoadAxis> entry : groups.entrySet()) {
      Group group = entry.getKey();
      String id = study.key() + "-" + name + number++;
      LoadPlot plot = new LoadPlot(id, study, entry.getValue(), measure);
      Integer cpus = group.cpus;
      if (measure.equals(StudyMeasure.THROUGHPUT)) {
        plot.logarithmic();
        if (cpus != null) {
          plot.reference("", "line ideal", taskNs -> cpus * NS_IN_S / taskNs);
        }
      } else if (measure.equals(StudyMeasure.CPU_PER_TASK)) {
        plot.logarithmic().reference("", "line ideal", taskNs -> taskNs);
      }
      if (!plot.isEmpty()) {
        figures.add(plot.figure(group.title(), ""));
      }
    }
    return figures;
  }

  private StudyMeasure reached() {
    return new StudyMeasure(
        "share of the possible",
        point -> {
          StudyStep step =
              point.step() >= 0 && point.step() < study.study().steps().size()
                  ? study.step(point.step())
                  : null;
          Long taskNs = step == null ? null : step.varied().taskNs();
          Integer cpus = step == null ? null : step.varied().cpus();
          return taskNs == null || cpus == null
              ? null
              : (Double) (point.throughputPerS() * taskNs / NS_IN_S / cpus);
        },
        Quantity.SHARE,
        Metric.Better.HIGH);
  }
}
