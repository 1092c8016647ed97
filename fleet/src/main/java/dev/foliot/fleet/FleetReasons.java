package dev.foliot.fleet;

import dev.foliot.text.Reason;
import dev.foliot.text.ReasonFamilies;
import java.util.List;

/** The reasons of a fleet. */
public final class FleetReasons implements ReasonFamilies {
  @Override
  public List<Class<? extends Reason>> all() {
    return List.of(FleetReason.class);
  }
}
