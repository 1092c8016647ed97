package dev.foliot.diagnose.time;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.code.JavaFrame;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacesTest {
  private static final JavaFrame PARK = frame("jdk.internal.misc.Unsafe", "park", -1);
  private static final JavaFrame TAKE =
      frame("java.util.concurrent.LinkedBlockingDeque", "takeFirst", 500);
  private static final JavaFrame BORROW =
      frame("org.apache.commons.pool2.impl.GenericObjectPool", "borrowObject", 300);
  private static final JavaFrame ORDERS = frame("com.acme.Orders", "find", 41);

  static JavaFrame frame(String className, String method, int line) {
    return new JavaFrame(className, method, 0, line, "Any.java");
  }

  @Test
  void shouldNameTheProgramsMethodAndTheLibrarysThatItCalled() {
    List<JavaFrame> stack = List.of(PARK, TAKE, BORROW, ORDERS);
    assertThat(Places.yours(stack)).isEqualTo("com.acme.Orders.find:41");
    assertThat(Places.library(stack))
        .isEqualTo("org.apache.commons.pool2.impl.GenericObjectPool.borrowObject");
  }

  @Test
  void shouldNameTheJdksMethodWithoutItsInternals() {
    assertThat(Places.library(List.of(PARK, TAKE, ORDERS)))
        .isEqualTo("java.util.concurrent.LinkedBlockingDeque.takeFirst");
    assertThat(Places.library(List.of(ORDERS))).isEmpty();
  }

  @Test
  void shouldTakeTheOutermostMethodOfALibraryWhereThereIsNoOther() {
    assertThat(Places.yours(List.of(PARK, BORROW, frame("org.apache.Runner", "run", 7))))
        .isEqualTo("org.apache.Runner.run:7");
    assertThat(Places.yours(List.of(PARK))).isEmpty();
  }
}
