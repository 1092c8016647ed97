package dev.foliot.audit;

import dev.foliot.text.Reason;
import dev.foliot.text.ReasonFamilies;
import java.util.List;

/** The reasons of an audit. */
public final class AuditReasons implements ReasonFamilies {
  @Override
  public List<Class<? extends Reason>> all() {
    return List.of(AuditReason.class);
  }
}
