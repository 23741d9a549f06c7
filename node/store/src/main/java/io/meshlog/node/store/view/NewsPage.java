package io.meshlog.node.store.view;

import io.meshlog.node.store.row.StoredEvent;
import java.util.List;

/** News of an agent. @param count of all @param items the newest, newest first */
public record NewsPage(long count, List<StoredEvent> items) {}
