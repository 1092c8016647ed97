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
  void shouldKnowTheTasksOfALibrarysPool() {
    JavaFrame worker = frame("kotlinx.coroutines.scheduling.CoroutineScheduler$Worker", "run", 9);
    assertThat(Places.isInPool(List.of(PARK, ORDERS, worker))).isTrue();
    assertThat(Places.isInPool(List.of(PARK, worker))).as("no task").isFalse();
    assertThat(Places.isInPool(List.of(PARK, BORROW, ORDERS))).as("its own loop").isFalse();
    assertThat(Places.isInPool(List.of(PARK))).isFalse();
  }

  @Test
  void shouldKnowLookupsThatSearchATreeOfKeys() {
    JavaFrame find = frame("java.util.HashMap$TreeNode", "find", 1);
    JavaFrame get = frame("java.util.HashMap", "get", 1);
    JavaFrame equals = frame("com.acme.Key", "equals", 3);
    assertThat(Places.isInTreeOfKeys(List.of(equals, find, get, ORDERS))).isTrue();
    assertThat(Places.isInTreeOfKeys(List.of(get, ORDERS))).isFalse();
    assertThat(Places.isInTreeOfKeys(List.of(ORDERS, find, get))).as("called back").isFalse();
  }

  @Test
  void shouldTakeTheOutermostMethodOfALibraryWhereThereIsNoOther() {
    assertThat(Places.yours(List.of(PARK, BORROW, frame("org.apache.Runner", "run", 7))))
        .isEqualTo("org.apache.Runner.run:7");
    assertThat(Places.yours(List.of(PARK))).isEmpty();
  }
}
