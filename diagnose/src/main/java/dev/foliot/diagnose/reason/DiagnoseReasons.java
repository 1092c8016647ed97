package dev.foliot.diagnose.reason;

import dev.foliot.text.Reason;
import dev.foliot.text.ReasonFamilies;
import java.util.List;

/** The reasons of the examinations. */
public final class DiagnoseReasons implements ReasonFamilies {
  @Override
  public List<Class<? extends Reason>> all() {
    return List.of(
        ExaminationReason.class,
        LockReason.class,
        MemoryReason.class,
        RuntimeReason.class,
        SchedulerReason.class,
        SharingReason.class,
        WordsReason.class);
  }
}
