package dev.foliot.demo;

import dev.foliot.text.Reason;
import dev.foliot.text.ReasonFamilies;
import java.util.List;

/** The reasons of the demo. */
public final class DemoReasons implements ReasonFamilies {
  @Override
  public List<Class<? extends Reason>> all() {
    return List.of(DemoReason.class);
  }
}
