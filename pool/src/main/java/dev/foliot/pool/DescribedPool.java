package dev.foliot.pool;

import java.util.Map;
import java.util.Objects;
import javax.management.AttributeList;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.StandardMBean;

/** A pool's bean with descriptions, which uses one snapshot for all attributes read together. */
final class DescribedPool extends StandardMBean {
  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("Name", "The pool's name"),
          Map.entry("Size", "How many tasks may run at once, as the pool has decided"),
          Map.entry("Minimum", "The least size allowed; takes effect at once"),
          Map.entry("Maximum", "The greatest size allowed; takes effect at once"),
          Map.entry("Threads", "How many threads there are, idle ones included"),
          Map.entry("Active", "How many tasks run"),
          Map.entry("Queued", "How many tasks wait"),
          Map.entry("Submitted", "How many tasks were accepted since the pool began"),
          Map.entry("Completed", "How many tasks ended since the pool began"),
          Map.entry("Failed", "How many of these failed, by an exception or by their own word"),
          Map.entry("Expired", "How many tasks waited too long and did not run"),
          Map.entry("MaximumReason", "Why this is the greatest size"),
          Map.entry("Rejected", "How many tasks were rejected since the pool began"),
          Map.entry("ThroughputPerS", "Tasks completed a second, since the controller's last look"),
          Map.entry("QueueWaitP50Ns", percentile("Half", "waited")),
          Map.entry("QueueWaitP90Ns", percentile("Nine in ten", "waited")),
          Map.entry("QueueWaitP99Ns", percentile("99 in 100", "waited")),
          Map.entry("QueueWaitMaxNs", "The longest wait of the last minute, in nanoseconds"),
          Map.entry("TaskTimeP50Ns", percentile("Half", "ran")),
          Map.entry("TaskTimeP90Ns", percentile("Nine in ten", "ran")),
          Map.entry("TaskTimeP99Ns", percentile("99 in 100", "ran")),
          Map.entry("TaskTimeMaxNs", "The longest run of the last minute, in nanoseconds"),
          Map.entry("State", "What the pool does, and why"),
          Map.entry("resizes", "The last changes of size, newest last: when, from, to, and why"));

  private final PoolView view;

  DescribedPool(PoolView view) {
    super(view, AdaptivePoolMXBean.class, true);
    this.view = view;
  }

  private static String percentile(String share, String did) {
    return share + " of the tasks of the last minute " + did + " at most so long, in nanoseconds";
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    return view.together(() -> super.getAttributes(names));
  }

  @Override
  protected String getDescription(MBeanInfo info) {
    return "An executor that finds its own size";
  }

  @Override
  protected String getDescription(MBeanAttributeInfo info) {
    return text(info);
  }

  @Override
  protected String getDescription(MBeanOperationInfo info) {
    return text(info);
  }

  private static String text(MBeanFeatureInfo info) {
    return Objects.requireNonNull(TEXTS.get(info.getName()), info.getName());
  }
}
