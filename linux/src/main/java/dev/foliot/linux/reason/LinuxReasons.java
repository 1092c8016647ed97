package dev.foliot.linux.reason;

import dev.foliot.text.Reason;
import dev.foliot.text.ReasonFamilies;
import java.util.List;

/** The reasons of the kernel and its interfaces. */
public final class LinuxReasons implements ReasonFamilies {
  @Override
  public List<Class<? extends Reason>> all() {
    return List.of(
        ControlGroupReason.class, CountersReason.class, ProcessReason.class, SystemReason.class);
  }
}
