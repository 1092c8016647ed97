package net.openhft.chronicle.core.threads;

/** The type in the signature of a method that is refused; not in the jar. */
public interface EventLoop {}
