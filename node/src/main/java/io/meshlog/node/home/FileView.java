package io.meshlog.node.home;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Port: what the system says of files and of this process. Never changes a file. */
interface FileView {

    /** Of the path itself, not of what a link points to. {@link FileFacts#ABSENT} where there is nothing. */
    FileFacts facts(Path path) throws IOException;

    /** The user that this process acts as, or {@link FileFacts#UNKNOWN}. */
    long processUid();

    /** Every name that the system gives the type of the file system under this path; may be empty. */
    List<String> fileSystemTypes(Path path);
}
