package dev.foliot.hotspot.reason;

import dev.foliot.text.Reason;
import dev.foliot.text.ReasonFamilies;
import java.util.List;

/** The reasons of a live HotSpot and its recordings. */
public final class HotspotReasons implements ReasonFamilies {
  @Override
  public List<Class<? extends Reason>> all() {
    return List.of(JvmReason.class, RecordingReason.class);
  }
}
