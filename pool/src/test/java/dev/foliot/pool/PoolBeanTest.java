package dev.foliot.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PoolBeanTest {
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final List<PoolBean> beans = new ArrayList<>();

  /** Otherwise a pool that the test ignores later might be collected. */
  private final List<AdaptivePool> held = new ArrayList<>();

  @AfterEach
  void unregister() {
    beans.forEach(PoolBean::unregister);
    held.clear();
  }

  private PoolBean register(AdaptivePool pool, String name) {
    held.add(pool);
    PoolBean bean = PoolBean.register(pool, name);
    beans.add(bean);
    return bean;
  }

  private static ObjectName named(String name) throws Exception {
    return new ObjectName("dev.foliot.pool:type=AdaptivePool,name=" + ObjectName.quote(name));
  }

  private Set<ObjectName> all() throws Exception {
    return server.queryNames(new ObjectName("dev.foliot.pool:type=AdaptivePool,*"), null);
  }

  @Test
  void shouldShowTheFiguresOfTheSnapshot() throws Exception {
    StubPool pool = new StubPool("web");
    register(pool, "web");
    ObjectName name = named("web");
    assertThat(server.getAttribute(name, "Name")).isEqualTo("web");
    assertThat(server.getAttribute(name, "Size")).isEqualTo(16);
    assertThat(server.getAttribute(name, "Threads")).isEqualTo(17);
    assertThat(server.getAttribute(name, "Active")).isEqualTo(15);
    assertThat(server.getAttribute(name, "Queued")).isEqualTo(4);
    assertThat(server.getAttribute(name, "Submitted")).isEqualTo(5L);
    assertThat(server.getAttribute(name, "Completed")).isEqualTo(6L);
    assertThat(server.getAttribute(name, "Rejected")).isEqualTo(7L);
    assertThat(server.getAttribute(name, "ThroughputPerS")).isEqualTo(8.5);
    assertThat(server.getAttribute(name, "QueueWaitP50Ns")).isEqualTo(11L);
    assertThat(server.getAttribute(name, "QueueWaitP90Ns")).isEqualTo(12L);
    assertThat(server.getAttribute(name, "QueueWaitP99Ns")).isEqualTo(13L);
    assertThat(server.getAttribute(name, "QueueWaitMaxNs")).isEqualTo(14L);
    assertThat(server.getAttribute(name, "TaskTimeP50Ns")).isEqualTo(20L);
    assertThat(server.getAttribute(name, "TaskTimeP90Ns")).isEqualTo(21L);
    assertThat(server.getAttribute(name, "TaskTimeP99Ns")).isEqualTo(22L);
    assertThat(server.getAttribute(name, "TaskTimeMaxNs")).isEqualTo(23L);
    assertThat(server.getAttribute(name, "State")).isEqualTo("HOLDING: no task waits");
    assertThat(server.invoke(name, "resizes", null, null))
        .isEqualTo(new String[] {"1970-01-01T00:00:00Z 8 → 16: tasks wait"});
  }

  @Test
  void shouldOfferEveryFigureAndLetTheLimitsAloneBeWritten() throws Exception {
    StubPool pool = new StubPool("web");
    register(pool, "web");
    List<MBeanAttributeInfo> attributes =
        List.of(server.getMBeanInfo(named("web")).getAttributes());
    assertThat(attributes).hasSize(23).allMatch(MBeanAttributeInfo::isReadable);
    assertThat(attributes.stream().filter(MBeanAttributeInfo::isWritable))
        .extracting(MBeanAttributeInfo::getName)
        .containsExactlyInAnyOrder("Minimum", "Maximum");
  }

  @Test
  void shouldChangeTheLimits() throws Exception {
    StubPool pool = new StubPool("web");
    register(pool, "web");
    server.setAttribute(named("web"), new Attribute("Maximum", 50));
    server.setAttribute(named("web"), new Attribute("Minimum", 20));
    assertThat(pool.snapshot().limits().minimum()).isEqualTo(20);
    assertThat(pool.snapshot().limits().maximum()).isEqualTo(50);
    assertThat(server.getAttribute(named("web"), "Minimum")).isEqualTo(20);
    assertThat(server.getAttribute(named("web"), "Maximum")).isEqualTo(50);
    assertThatThrownBy(() -> server.setAttribute(named("web"), new Attribute("Minimum", 51)))
        .hasRootCauseInstanceOf(IllegalArgumentException.class)
        .hasRootCauseMessage("no size is between 51 and 50");
  }

  /** A view that reads and writes both limits would undo a change in between. */
  @Test
  void shouldChangeOneLimitWhileTheOtherIsChanged() throws Exception {
    try (AdaptivePool pool = AdaptivePool.platform()) {
      PoolView view = new PoolView(pool, "both", () -> {});
      AtomicBoolean isOn = new AtomicBoolean(true);
      Thread other =
          new Thread(() -> {
            while (isOn.get()) {
              view.setMinimum(1);
              view.setMinimum(2);
            }
          });
      other.setDaemon(true);
      other.start();
      for (int maximum = 100; maximum < 5_000; maximum++) {
        view.setMaximum(maximum);
        assertThat(pool.snapshot().limits().maximum()).isEqualTo(maximum);
        pool.limits(1, 50);
        assertThat(pool.snapshot().limits().maximum()).isEqualTo(50);
      }
      isOn.set(false);
      other.join();
    }
  }

  /** It woke every 250 ms for ten seconds of each pool's life, idle or not. */
  @Test
  void shouldWakeOnceAtMostForAPoolThatIsIdle() {
    assertThat(PoolBean.waitMs(0, true, true)).isZero();
    assertThat(PoolBean.waitMs(0, false, true)).isEqualTo(10_000);
    assertThat(PoolBean.waitMs(4_000, false, true)).isEqualTo(6_000);
    assertThat(PoolBean.waitMs(10_000, false, true)).isZero();
    assertThat(PoolBean.waitMs(4_000, false, false)).isEqualTo(250);
    assertThat(PoolBean.waitMs(20_000, false, false)).isEqualTo(250);
    assertThat(PoolBean.waitMs(20_000, true, false)).isZero();
  }

  @Test
  void shouldQuoteAHostileName() throws Exception {
    String hostile = "a,type=B\n\"*?:=\\" + '\0';
    StubPool pool = new StubPool(hostile);
    register(pool, hostile);
    assertThat(server.getAttribute(named(hostile), "Name")).isEqualTo(hostile);
    assertThat(all()).hasSize(1);
  }

  @Test
  void shouldNumberPoolsOfOneName() throws Exception {
    StubPool first = new StubPool("web");
    first.limits(1, 11);
    StubPool second = new StubPool("web");
    second.limits(1, 12);
    StubPool third = new StubPool("web");
    third.limits(1, 13);
    PoolBean bean = register(first, "web");
    register(second, "web");
    assertThat(server.getAttribute(named("web"), "Maximum")).isEqualTo(11);
    assertThat(server.getAttribute(named("web (2)"), "Maximum")).isEqualTo(12);
    assertThat(server.getAttribute(named("web (2)"), "Name")).isEqualTo("web");
    bean.unregister();
    register(third, "web");
    // The name is the third's now: the first has nothing to remove any more.
    bean.unregister();
    assertThat(server.getAttribute(named("web"), "Maximum")).isEqualTo(13);
  }

  @Test
  void shouldTakeNoSnapshotToFindAFreeName() throws Exception {
    List<StubPool> pools = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      pools.add(new StubPool("web"));
      register(pools.get(i), "web");
    }
    assertThat(all()).hasSize(20);
    assertThat(pools).allMatch(pool -> pool.snapshots() == 0);
  }

  @Test
  void shouldTakeOneSnapshotForAllThatIsReadTogether() throws Exception {
    StubPool pool = new StubPool("web");
    register(pool, "web");
    String[] names =
        Stream.of(server.getMBeanInfo(named("web")).getAttributes())
            .map(MBeanAttributeInfo::getName)
            .toArray(String[]::new);
    assertThat(server.getAttributes(named("web"), names)).hasSize(23);
    assertThat(pool.snapshots()).isEqualTo(1);
    server.getAttribute(named("web"), "Size");
    assertThat(pool.snapshots()).isEqualTo(2);
  }

  @Test
  void shouldSayWhatItsFiguresAre() throws Exception {
    StubPool pool = new StubPool("web");
    register(pool, "web");
    MBeanInfo info = server.getMBeanInfo(named("web"));
    assertThat(info.getDescription()).isEqualTo("An executor that finds its own size");
    assertThat(info.getAttributes())
        .allSatisfy(attribute -> {
          assertThat(attribute.getDescription()).contains(" ");
          if (attribute.getName().endsWith("Ns")) {
            assertThat(attribute.getDescription()).contains("nanoseconds");
          }
        });
    assertThat(info.getOperations()).hasSize(1);
    assertThat(info.getOperations()[0].getDescription()).contains("newest last");
  }

  @Test
  void shouldGoWhenToldTo() throws Exception {
    StubPool pool = new StubPool("web");
    PoolBean bean = register(pool, "web");
    assertThat(all()).hasSize(1);
    bean.unregister();
    bean.unregister();
    assertThat(all()).isEmpty();
  }

  @Test
  void shouldBearThatSomeoneElseRemovesIt() throws Exception {
    StubPool pool = new StubPool("web");
    PoolBean bean = register(pool, "web");
    server.unregisterMBean(named("web"));
    bean.unregister();
    assertThat(all()).isEmpty();
  }

  @Test
  void shouldSayThatADroppedPoolIsGoneAndGoWithIt() {
    AtomicInteger removals = new AtomicInteger();
    PoolView view = new PoolView(new StubPool("dropped"), "dropped", removals::incrementAndGet);
    Until.holds(() -> isGone(view), System::gc);
    assertThat(removals).hasValue(1);
    assertThatThrownBy(view::getSize).hasMessage("the pool is gone: nothing holds it any more");
  }

  private static boolean isGone(PoolView view) {
    try {
      view.getName();
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  @Test
  void shouldGoWithADroppedPoolThoughNobodyAsks() throws Exception {
    WeakReference<AdaptivePool> dropped = registerAndDrop();
    Until.holds(() -> dropped.refersTo(null) && names().isEmpty(), System::gc);
  }

  /** Otherwise an application removed from a server would stay in its memory. */
  @Test
  void shouldKeepNoLoaderOfADroppedPool() throws Exception {
    WeakReference<ClassLoader> loader = loadAndDrop();
    Until.holds(() -> loader.refersTo(null), System::gc);
    assertThat(all()).isEmpty();
  }

  private WeakReference<ClassLoader> loadAndDrop() throws Exception {
    URL place = AdaptivePool.class.getProtectionDomain().getCodeSource().getLocation();
    URLClassLoader loader =
        new URLClassLoader(new URL[] {place}, ClassLoader.getPlatformClassLoader());
    Object pool = loader.loadClass(AdaptivePool.class.getName()).getMethod("create").invoke(null);
    Until.holds(() -> !names().isEmpty());
    assertThat(pool).isNotInstanceOf(AdaptivePool.class);
    return new WeakReference<>(loader);
  }

  @Test
  void shouldShowARealPoolUntilItIsTerminated() throws Exception {
    ObjectName name = named("real");
    try (AdaptivePool pool = AdaptivePool.builder().name("real").platform()) {
      pool.submit(() -> {}).get();
      Until.holds(() -> server.isRegistered(name));
      assertThat(server.getAttribute(named("real"), "Submitted")).isEqualTo(1L);
      server.setAttribute(named("real"), new Attribute("Maximum", 5));
      assertThat(pool.snapshot().limits().maximum()).isEqualTo(5);
    }
    assertThat(all()).isEmpty();
  }

  @Test
  void shouldHaveFreedTheNameWhenAPoolIsClosed() throws Exception {
    for (int i = 0; i < 100; i++) {
      AdaptivePool pool = AdaptivePool.builder().name("again").platform();
      pool.submit(() -> {}).get();
      if (i % 2 == 0) { // else perhaps before it is shown
        Until.holds(() -> !names().isEmpty());
        assertThat(names()).containsExactly(named("again"));
      }
      pool.close();
      assertThat(all()).isEmpty();
    }
  }

  private Set<ObjectName> names() {
    try {
      return all();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static WeakReference<AdaptivePool> registerAndDrop() {
    StubPool pool = new StubPool("dropped");
    PoolBean.register(pool, "dropped");
    return new WeakReference<>(pool);
  }
}
